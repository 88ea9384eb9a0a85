import { LLMock } from "@copilotkit/aimock";
import { personIn, respond } from "#test/providers/agents/openai/respondent.ts";

/** A mock model server in a process of its own, so that its memory and CPU are not the client's. Prints its URL and runs until it is killed. */
const mock = new LLMock({ port: 0, journalMaxEntries: 1 });
mock.on({ endpoint: "chat" }, (request) => {
  const { messages } = request as unknown as Parameters<typeof personIn>[0];
  const content = respond({ messages });
  const prompt = messages.reduce((characters, message) => characters + message.content.length, 0);
  // About four characters a token; replies of people differ in length by a third.
  const completion = content.length / 4 + personIn({ messages }).length % 30;
  return {
    content,
    usage: { prompt_tokens: Math.ceil(prompt / 4), completion_tokens: Math.ceil(completion) },
  };
});
await mock.start();
console.log(mock.url);

import assert from "node:assert/strict";
import { phiOf } from "#research/factors/pairs.ts";
import { newOrganization } from "#testing/organizations.ts";
import { completedResults } from "#testing/simulations.ts";

describe("The agents of two simulations with one seed", () => {
  it("answer two questions of different topics, joined by index, as the people of the survey did", async () => {
    const own = await newOrganization();
    const yesOf = async (workflow_id: string, question: string) => {
      const body = { workflow_id, question, agent_count: 4_000, seed: 21 };
      const { agents } = await completedResults(own.call, body);
      return Uint8Array.from(agents, ({ answer }: { answer: string }) => answer === "yes" ? 1 : 0);
    };
    const [permits, courts, abortion, premarital] = [
      await yesOf("policy-support", "Should people need a permit from the police to buy a gun?"),
      await yesOf("policy-support", "Should courts punish criminals more harshly?"),
      await yesOf("abortion-and-end-of-life", "Should abortion be legal for whatever reason a woman has?"),
      await yesOf("personal-morals", "Is sex before marriage wrong?"),
    ];
    // People's are 0.01 and −0.34 (docs/agents.md); where one trait said yes to everything the agents' were 0.56 and above 0.
    assert.ok(Math.abs(phiOf(permits!, courts!) - 0.01) < 0.1, `${phiOf(permits!, courts!)}`);
    assert.ok(Math.abs(phiOf(abortion!, premarital!) + 0.34) < 0.1, `${phiOf(abortion!, premarital!)}`);
  });
});

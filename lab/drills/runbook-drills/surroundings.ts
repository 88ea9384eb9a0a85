import { join } from "node:path";
import { workflowBundle } from "#dev/machine/builds.ts";
import { respond } from "#testing/respondent.ts";
import { stubServer } from "#testing/stub-server.ts";
import { writeBrokenBundle, writeChangedBundle } from "#testing/changed-workflows.ts";

/** Marks of questions that the model keeps waiting until a story has it answer. */
export const MARKS = ["(stuck)", "(poisoned)", "(begun)", "(upgraded)", "(restored)", "(lost)"] as const;

export type Model = Awaited<ReturnType<typeof startModel>>;

/** Starts a model server that keeps the callers of marked questions waiting, as one does that hangs. */
export async function startModel() {
  const gates = new Map(MARKS.map((mark) => [mark, Promise.withResolvers<void>()]));
  const { url, close } = await stubServer(async (request) => {
    const text = JSON.stringify(request.messages);
    const [, gate] = [...gates].find(([mark]) => text.includes(mark)) ?? [];
    await gate?.promise;
    return { content: respond(request) };
  });
  return {
    url,
    /** Answers the waiting questions with this mark, and the later ones at once. */
    answer: (mark: typeof MARKS[number]) => gates.get(mark)?.resolve(),
    stop(): Promise<void> {
      for (const { resolve } of gates.values()) resolve();
      return close();
    },
  };
}

/** The ports of the day's parts, which stay whatever becomes of the parts. */
export type Ports = Readonly<Record<"api" | "apiMetrics" | "postgres" | "redis" | "temporal" | "ui", number>>;

/** The workflow code of a release: 1.1.0 changes a workflow, 1.2.0 throws as well, any other is today's. @returns the bundle's path */
export async function bundleOf(release: string, dir: string): Promise<string> {
  const path = join(dir, `workflows-${release}.js`);
  if (release === "1.1.0") await writeChangedBundle(path);
  else if (release === "1.2.0") await writeBrokenBundle(path);
  else return await workflowBundle();
  return path;
}

import type { Server } from "node:http";
import type { LLMock } from "@copilotkit/aimock";

/** Stops a mock server at once: its own `stop` waits for connections that clients keep alive. */
export async function stopMock(mock: LLMock): Promise<void> {
  const { server } = (mock as unknown as { serverInstance: { server: Server } }).serverInstance;
  const stopped = mock.stop();
  server.closeAllConnections();
  await stopped;
}

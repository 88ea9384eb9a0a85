import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { builtProgram, findProgram } from "../machine/programs.ts";
import { listens, type ServiceOptions, startOnPort } from "./service.ts";

export type S3Service = Awaited<ReturnType<typeof startS3>>;

/** Starts an S3-compatible store over a folder, to test uploads to object storage. Needs Go the first time. */
export async function startS3(options: ServiceOptions) {
  const program = findProgram(["versitygw"]) ?? await builtProgram("versitygw", options.log, options.signal);
  const [accessKey, secretKey, region] = ["local-access", "local-secret-not-for-production", "us-east-1"];
  const files = join(options.dir, "files");
  mkdirSync(files, { recursive: true });
  const service = await startOnPort(options, (port) => ({
    name: "s3",
    command: program,
    args: [
      ...["--port", `127.0.0.1:${port}`, "--access", accessKey, "--secret", secretKey, "--region", region],
      ...["--quiet", "posix", files],
    ],
    logFile: join(options.dir, "s3.log"),
  }), { condition: "the S3 store to answer", probe: listens });
  return { ...service, url: `http://127.0.0.1:${service.port}`, region, accessKey, secretKey };
}

import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { builtProgram, findProgram } from "../machine/programs.ts";
import { listens, type ServiceOptions, startOnPort } from "./service.ts";

export type S3Service = Awaited<ReturnType<typeof startS3>>;

/** The settings of an API and a worker whose uploads go to the store on this port. */
export function s3Settings(port: number) {
  return {
    UPLOADS_DIR: "",
    S3_BUCKET: "calibration",
    S3_ENDPOINT: `http://127.0.0.1:${port}`,
    S3_REGION: "us-east-1",
    S3_PATH_STYLE: "1",
    S3_ACCESS_KEY_ID: "local-access",
    S3_SECRET_ACCESS_KEY: "local-secret-not-for-production",
  };
}

/** Starts an S3-compatible store over a folder, with a bucket, to test uploads to object storage. Needs Go the first time. */
export async function startS3(options: ServiceOptions) {
  const program = findProgram(["versitygw"]) ?? await builtProgram("versitygw", options.log, options.signal);
  const files = join(options.dir, "files");
  const { S3_BUCKET: bucket, S3_REGION: region, ...keys } = s3Settings(0);
  const { S3_ACCESS_KEY_ID: accessKey, S3_SECRET_ACCESS_KEY: secretKey } = keys;
  // A folder is a bucket.
  mkdirSync(join(files, bucket), { recursive: true });
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

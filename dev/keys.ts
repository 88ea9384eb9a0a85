import { randomBytes } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { writeJson } from "./folder.ts";
import type { DemoKeys } from "./demo.ts";

/** The secrets of one embedded stack, made at its first start and kept with its data, readable by its user alone. */
export interface StackKeys {
  readonly postgres_password: string;
  /** The setting `SECRETS_KEYS`. */
  readonly secrets_keys: string;
  /** Null until the demo organization exists. */
  readonly demo: DemoKeys | null;
}

export function readKeys(path: string): StackKeys {
  if (existsSync(path)) return JSON.parse(readFileSync(path, "utf8"));
  const keys = {
    postgres_password: randomBytes(18).toString("base64url"),
    secrets_keys: `dev=${randomBytes(32).toString("base64")}`,
    demo: null,
  };
  writeJson(path, keys);
  return keys;
}

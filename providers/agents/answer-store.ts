import type { TokenUsage } from "../openai/usage.ts";

/**
 * The memory of one run: every response the model gave, so that a killed run goes on where it stopped and asks nothing twice.
 * It is made for one run of one organization, and must never show another organization's responses.
 */
export interface AnswerStore {
  /**
   * The responses stored under these keys by this run and, where `reuse` is true, by earlier runs of the same organization.
   * A key is a SHA-256 in hexadecimal.
   */
  getMany(keys: readonly string[], reuse: boolean): Promise<ReadonlyMap<string, StoredResponse>>;

  /**
   * Stores a response in one statement. Where this run already has one under the key, it stays; the one that is stored is returned,
   * so that two workers that asked at the same moment go on with the same answer.
   */
  put(response: StoredResponse): Promise<StoredResponse>;

  /** What this run's stored responses used, those taken over from earlier runs left out. */
  spent(): Promise<TokenUsage>;

  /** What the server turned out to understand when this run began, or null. */
  capabilities(): Promise<Capabilities | null>;

  /** Keeps the first capabilities ever given for this run and returns them. */
  saveCapabilities(found: Capabilities): Promise<Capabilities>;
}

export interface StoredResponse {
  /** SHA-256 of model, parameters, messages, schema version and replicate. */
  readonly key: string;
  /** SHA-256 of the persona's text. */
  readonly persona: string;
  readonly replicate: number;
  /** The options in the order that this persona read them, such as `no,yes,maybe`. */
  readonly options: string;
  /** HTTP status and body of the last reply, as received. */
  readonly status: number;
  readonly raw: string;
  /** Tokens of all calls that it took: a longer limit or a repair is a second call. */
  readonly usage: TokenUsage;
  /** False where the server did not count and `usage` is an estimate from the texts' lengths. */
  readonly counted: boolean;
  readonly calls: number;
  /** True where the response was taken over from an earlier run and cost this one nothing. */
  readonly reused: boolean;
}

/** What a server and its model understand; found by calls at the start and kept with the run. */
export interface Capabilities {
  readonly format: "json_schema" | "json_object" | "text";
  readonly seed: boolean;
  readonly temperature: boolean;
  /** Whether the server counts tokens. */
  readonly usage: boolean;
  readonly limit: "max_tokens" | "max_completion_tokens";
  /** Completion tokens that a reply may take; reasoning models need more than others. */
  readonly max_tokens: number;
}

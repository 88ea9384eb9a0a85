/**
 * The responses that the model gave to one run of one organization, so that a killed run resumes without repeating a call. An
 * implementation never shows another organization's responses.
 */
export interface AnswerStore {
  /**
   * The responses under these keys, SHA-256 in hexadecimal, by key.
   * @param reuse true: those of the organization's earlier runs too.
   */
  getMany(keys: readonly string[], reuse: boolean): Promise<ReadonlyMap<string, StoredResponse>>;

  /**
   * Stores a response in one statement, unless this run has one under the key. Returns the stored one, so that two workers with the same
   * call in flight continue with the same response.
   */
  put(response: StoredResponse): Promise<StoredResponse>;

  /** The tokens of this run's stored responses, without those copied from earlier runs. */
  spent(): Promise<TokenUsage>;

  /** The server's capabilities as recorded when this run began, or null. */
  capabilities(): Promise<Capabilities | null>;

  /** Records the run's capabilities unless they are recorded already. Returns the recorded ones. */
  saveCapabilities(found: Capabilities): Promise<Capabilities>;
}

export interface StoredResponse {
  /** SHA-256 of model, parameters, messages, schema version and replicate. */
  readonly key: string;
  /** SHA-256 of the persona's text. */
  readonly persona: string;
  readonly replicate: number;
  /** The options in the order that this persona read them, such as `no,yes,maybe,n_a`. */
  readonly options: string;
  /** HTTP status and body of the last reply, as received. */
  readonly status: number;
  readonly raw: string;
  /** Tokens of all calls for this response: a higher token limit or a repair takes a second call. */
  readonly usage: TokenUsage;
  /** False where the server did not count and `usage` is an estimate from the texts' lengths. */
  readonly counted: boolean;
  readonly calls: number;
  /** True where the response is an earlier run's and cost this run nothing. */
  readonly reused: boolean;
}

/** What a server and its model understand, by a probe at the start of a run. */
export interface Capabilities {
  readonly format: "json_schema" | "json_object" | "text";
  readonly seed: boolean;
  readonly temperature: boolean;
  /** Whether the server counts tokens. */
  readonly usage: boolean;
  readonly limit: "max_tokens" | "max_completion_tokens";
  /** Completion tokens for a reply: 400, up to 6,400 for reasoning models. */
  readonly max_tokens: number;
}

/** Tokens as the server counted them. `reasoning` is part of `completion`, `cached` is part of `prompt`. */
export interface TokenUsage {
  readonly prompt: number;
  readonly cached: number;
  readonly completion: number;
  readonly reasoning: number;
}

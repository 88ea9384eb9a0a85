import { Buffer } from "node:buffer";

/** Collects the beginning of an answer's body and makes it fit to be shown and kept. */
export class Excerpt {
  readonly #limit: number;
  readonly #chunks: Uint8Array[] = [];
  #left: number;

  /** @param limit Most bytes that are kept, and most that the text has as UTF-8. */
  constructor(limit: number) {
    this.#limit = limit;
    this.#left = limit;
  }

  /** Keeps what still fits. */
  add(chunk: Uint8Array): void {
    if (this.full) return;
    this.#chunks.push(chunk.subarray(0, this.#left));
    this.#left = Math.max(0, this.#left - chunk.length);
  }

  get full(): boolean {
    return this.#left === 0;
  }

  /**
   * Bytes that are not UTF-8 are replaced by U+FFFD, a character that was cut at the end is dropped, and so are control
   * characters but tabs and line breaks. (Postgres holds no U+0000 in text.)
   */
  toString(): string {
    if (this.#chunks.length === 0) return "";
    const text = new TextDecoder().decode(Buffer.concat(this.#chunks), { stream: this.full })
      // deno-lint-ignore no-control-regex
      .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]/g, "");
    // A replaced byte becomes three: cut again, between two characters.
    if (Buffer.byteLength(text) <= this.#limit) return text;
    return text.slice(0, new TextEncoder().encodeInto(text, new Uint8Array(this.#limit)).read);
  }
}

import type { Keyring } from "../crypto.ts";

type Headers = Readonly<Record<string, string>>;

/** Encrypts and decrypts the secrets and custom headers of webhooks. Each ciphertext is bound to its row (see {@link Keyring}). */
export class WebhookSecrets {
  readonly #keyring: Keyring;

  constructor(keyring: Keyring) {
    this.#keyring = keyring;
  }

  sealSecret(webhookId: string, secret: string): string {
    return this.#keyring.encrypt(secret, `webhooks.secret:${webhookId}`);
  }

  openSecret(webhookId: string, sealed: string): string {
    return this.#keyring.decrypt(sealed, `webhooks.secret:${webhookId}`);
  }

  sealHeaders(webhookId: string, headers: Headers): string {
    return this.#keyring.encrypt(JSON.stringify(headers), `webhooks.custom_headers:${webhookId}`);
  }

  openHeaders(webhookId: string, sealed: string): Headers {
    return JSON.parse(this.#keyring.decrypt(sealed, `webhooks.custom_headers:${webhookId}`)) as Headers;
  }

  sealCallbackSecret(organizationId: string, secret: string): string {
    return this.#keyring.encrypt(secret, `callback_secrets.secret:${organizationId}`);
  }

  openCallbackSecret(organizationId: string, sealed: string): string {
    return this.#keyring.decrypt(sealed, `callback_secrets.secret:${organizationId}`);
  }
}

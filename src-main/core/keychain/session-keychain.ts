import { problem } from '../problems'

/** The most bytes of a secret that every keychain takes: Windows stops at 2,560 (docs/security.md, C13). */
const longestSecret = 2500

/** Rejects a secret that some keychain would not take, with `key_too_long`. */
export function refuseLong(secret: string): void {
  if (Buffer.byteLength(secret) > longestSecret) throw problem('key_too_long')
}

/** Keys of this session: gone when the process ends, and nowhere else. */
export class SessionKeys {
  readonly #keys = new Map<string, string>()

  get(account: string): string | null {
    return this.#keys.get(account) ?? null
  }

  set(account: string, secret: string): void {
    this.#keys.set(account, secret)
  }

  delete(account: string): void {
    this.#keys.delete(account)
  }

  entries(): [account: string, secret: string][] {
    return [...this.#keys]
  }
}

import type { KeychainState } from '../../../src-shared/bridge/profiles'

/**
 * Where keys are kept: the OS keychain, or this session's memory. Every call answers within 5 s or rejects with
 * a ProblemError (`keychain_unavailable`). `findCredentials` is never used: on a locked keyring it ends the
 * process.
 */
export interface Keychain {
  readonly state: KeychainState
  /** null: absent, or locked; the caller's marker tells which (docs/security.md, C10). */
  get(account: string): Promise<string | null>
  /** Rejects with `key_too_long` over 2,500 bytes, the least that every keychain takes. */
  set(account: string, secret: string): Promise<void>
  /** Deleting what is not there is no error. */
  delete(account: string): Promise<void>
  /** Asks again whether the keychain can be used, and updates `state`. */
  retry(): Promise<KeychainState>
}

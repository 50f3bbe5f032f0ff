import { t } from '../../../src-shared/messages/message'
import type { KeychainState } from '../../../src-shared/bridge/profiles'
import type { Logger } from '../log'
import { isProblem } from '../problems'
import { isTurnedOff, type StartKeychainChild } from './child'
import type { Keychain } from './keychain'
import { KeytarClient, processEnded } from './keytar-client'
import { keychainName } from './name'
import { refuseLong, SessionKeys } from './session-keychain'

/** What {@link openKeychain} is given. */
export interface KeychainOptions {
  /** The built file of process.ts. */
  file: string
  start: StartKeychainChild
  log: Logger
  platform?: NodeJS.Platform
  env?: NodeJS.ProcessEnv
  /** Milliseconds a call may take; 5,000, so that the app is usable without a keychain that answers (docs/security.md, C9). */
  timeLimit?: number
}

/** An opened keychain; `close` ends its process. */
export interface OpenKeychain extends Keychain {
  /** Keys of this session, which no keychain took. */
  readonly memory: SessionKeys
  close(): void
}

/** An account that is never stored: asking for it tells whether the keychain answers, without unlocking anything. */
const probeAccount = 'probe'

/**
 * Opens the OS keychain, or this session's memory where there is none. Answers within the time limit.
 * `POSTROOM_KEYCHAIN=session` chooses memory: for tests, and for whoever wants no key stored.
 */
export async function openKeychain(options: KeychainOptions): Promise<OpenKeychain> {
  const env = options.env ?? process.env
  if (isTurnedOff(env)) return new SessionKeychain()
  const keychain = new SystemKeychain(options, keychainName(options.platform ?? process.platform, env))
  await keychain.retry()
  return keychain
}

class SessionKeychain implements OpenKeychain {
  readonly state: KeychainState = {
    kind: 'session',
    reason: t('core.open.theKeychainWasTurned'),
  }
  readonly memory = new SessionKeys()

  async get(account: string): Promise<string | null> {
    return this.memory.get(account)
  }

  async set(account: string, secret: string): Promise<void> {
    refuseLong(secret)
    this.memory.set(account, secret)
  }

  async delete(account: string): Promise<void> {
    this.memory.delete(account)
  }

  async retry(): Promise<KeychainState> {
    return this.state
  }

  close(): void {
    for (const [account] of this.memory.entries()) this.memory.delete(account)
  }
}

class SystemKeychain implements OpenKeychain {
  #state: KeychainState = { kind: 'session', reason: t('core.open.theKeychainWasNot') }
  readonly #client: KeytarClient
  readonly memory = new SessionKeys()

  constructor(
    private readonly options: KeychainOptions,
    private readonly name: string,
  ) {
    this.#client = new KeytarClient({ timeLimit: 5000, ...options })
  }

  get state(): KeychainState {
    return this.#state
  }

  async get(account: string): Promise<string | null> {
    const inMemory = this.memory.get(account)
    if (inMemory !== null || this.#state.kind === 'session') return inMemory
    return this.#watched(() => this.#client.call({ op: 'get', account }))
  }

  async set(account: string, secret: string): Promise<void> {
    refuseLong(secret)
    if (this.#state.kind === 'session') return this.memory.set(account, secret)
    await this.#watched(() => this.#client.call({ op: 'set', account, secret }))
    this.memory.delete(account)
  }

  async delete(account: string): Promise<void> {
    this.memory.delete(account)
    if (this.#state.kind === 'session') return
    await this.#watched(() => this.#client.call({ op: 'delete', account }))
  }

  async retry(): Promise<KeychainState> {
    try {
      await this.#probe()
      await this.#bringIn()
      this.#state = { kind: 'keychain', name: this.name }
    } catch (error) {
      this.#lose(error)
    }
    return this.#state
  }

  close(): void {
    this.#client.close()
  }

  /** A process that ended before it answered says nothing of the keychain: another one is asked, once. */
  async #probe(): Promise<void> {
    const ask = () => this.#client.call({ op: 'get', account: probeAccount })
    await ask().catch((error: unknown) => {
      if (!isProblem(error) || error.problem.why !== processEnded()) throw error
      return ask()
    })
  }

  /** Keys of this session move into a keychain that became usable; each leaves memory only once it is stored. */
  async #bringIn(): Promise<void> {
    for (const [account, secret] of this.memory.entries()) {
      await this.#client.call({ op: 'set', account, secret })
      this.memory.delete(account)
    }
  }

  /** After a failure the state tells the truth until `retry` finds the keychain usable again. */
  async #watched<T>(call: () => Promise<T>): Promise<T> {
    try {
      return await call()
    } catch (error) {
      this.#lose(error)
      throw error
    }
  }

  #lose(error: unknown): void {
    const why = isProblem(error) ? error.problem.why : t('core.open.theKeychainCannotBe')
    this.#state = { kind: 'session', reason: this.#reason(error, why) }
    this.options.log.warn('keychain_lost', { code: 'keychain_unavailable', detail: detailOf(error) })
  }

  /** The commonest causes on Linux, in words that can be acted on. */
  #reason(error: unknown, why: string): string {
    const detail = detailOf(error)
    if (/keytar native addon|libsecret/i.test(detail)) return t('core.open.libsecretIsNotInstalled')
    if (
      /autolaunch|DBUS_SESSION_BUS_ADDRESS|Cannot spawn a message bus|unsupported transport|connect to socket|D-?Bus/i.test(
        detail,
      )
    )
      return t('core.open.noDBusSession')
    if (/not provided by any|ServiceUnknown|secrets was not|could not connect/i.test(detail))
      return t('core.open.noKeychainServiceSecret')
    return why
  }
}

function detailOf(error: unknown): string {
  const cause = error instanceof Error ? error.cause : undefined
  if (typeof cause === 'string') return cause
  if (cause instanceof Error) return cause.message
  return error instanceof Error ? error.message : String(error)
}

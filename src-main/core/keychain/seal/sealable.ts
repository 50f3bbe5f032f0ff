import { t } from '../../../../src-shared/messages/message'
import { tell } from '../../../../src-shared/messages/told'
import type { Clock } from '../../clock'
import { join } from 'node:path'
import type { KeychainState } from '../../../../src-shared/bridge/profiles'
import type { Logger } from '../../log'
import { isProblem, problem } from '../../problems'
import { isTurnedOff } from '../child'
import { openKeychain, type KeychainOptions, type OpenKeychain } from '../open'
import { refuseLong } from '../session-keychain'
import { lockedWords, SealedKeys } from './sealed-keys'

/** What {@link openSealable} is given. */
interface SealableOptions extends KeychainOptions {
  /** The data folder, where the sealed file lies. */
  folder: string
  clock: Clock
  /** From the environment: unlocks at the start, or seals where nothing is sealed yet. null: a person types it. */
  passphrase: string | null
  /** The work of scrypt; tests take less. */
  work?: number
}

/** The keychain of this machine or, where none answers, a file that a passphrase seals. */
export class SealableKeychain implements OpenKeychain {
  constructor(
    private readonly system: OpenKeychain,
    readonly sealed: SealedKeys,
    /** A seal may be made: the keychain was not turned off by whoever started the program. */
    readonly mayBeSealed: boolean,
  ) {}

  get memory() {
    return this.system.memory
  }

  get state(): KeychainState {
    if (!this.sealed.exists) return this.system.state
    if (this.sealed.isOpen) return { kind: 'keychain', name: t('core.sealable.sealedFile') }
    return { kind: 'session', reason: `${lockedWords().title}. ${lockedWords().why}` }
  }

  /** Whether the keychain of the machine could take what is sealed. */
  get systemAnswers(): boolean {
    return this.system.state.kind === 'keychain'
  }

  async get(account: string): Promise<string | null> {
    return this.sealed.exists ? this.sealed.get(account) : this.system.get(account)
  }

  async set(account: string, secret: string): Promise<void> {
    if (!this.sealed.exists) return this.system.set(account, secret)
    refuseLong(secret)
    await this.sealed.set(account, secret)
  }

  async delete(account: string): Promise<void> {
    return this.sealed.exists ? this.sealed.delete(account) : this.system.delete(account)
  }

  async retry(): Promise<KeychainState> {
    await this.system.retry()
    return this.state
  }

  /** Seals what this session holds. Rejects with `input_invalid`: too short, or a keychain answers. */
  async seal(passphrase: string, lockAfterMinutes: number | null): Promise<void> {
    if (!this.mayBeSealed || this.systemAnswers) {
      throw problem('input_invalid', { why: tell('core.sealable.keysAreInThe') })
    }
    await this.sealed.create(passphrase, new Map(this.memory.entries()), lockAfterMinutes)
    for (const [account] of this.memory.entries()) this.memory.delete(account)
  }

  /** Moves what is sealed into a keychain that answers now; the file goes once all of it is there. */
  async moveToSystem(): Promise<void> {
    if (!this.sealed.isOpen) throw problem('keychain_locked', { ...lockedWords() })
    if ((await this.system.retry()).kind !== 'keychain') throw problem('keychain_unavailable')
    for (const [account, secret] of this.sealed.entries()) await this.system.set(account, secret)
    await this.sealed.discard()
  }

  close(): void {
    this.sealed.close()
    this.system.close()
  }
}

/** Opens the keychain, and the seal where there is one and its passphrase is given. */
export async function openSealable(options: SealableOptions): Promise<SealableKeychain> {
  const { folder, clock, passphrase, log, work, ...rest } = options
  const env = rest.env ?? process.env
  const mayBeSealed = !isTurnedOff(env)
  const sealed = await SealedKeys.look(join(folder, 'keys.sealed'), clock, work)
  const keychain = new SealableKeychain(await openKeychain({ ...rest, log }), sealed, mayBeSealed)
  if (passphrase !== null) await useGiven(keychain, passphrase, log)
  return keychain
}

/** A passphrase of the environment that does not fit leaves all locked: the page, or the log, says so. */
async function useGiven(keychain: SealableKeychain, passphrase: string, log: Logger): Promise<void> {
  try {
    if (keychain.sealed.exists) await keychain.sealed.unlock(passphrase)
    else if (keychain.mayBeSealed && !keychain.systemAnswers) await keychain.seal(passphrase, null)
  } catch (error) {
    if (!isProblem(error)) throw error
    log.error('passphrase_not_taken', { code: error.problem.code, detail: error.problem.title })
  }
}

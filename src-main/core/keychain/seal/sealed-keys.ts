import { t } from '../../../../src-shared/messages/message'
import { tell } from '../../../../src-shared/messages/told'
import { SerialQueue } from '../../../../src-shared/serial-queue'
import type { Clock } from '../../clock'
import { readFile, rm } from 'node:fs/promises'
import { shortestPassphrase } from '../../../../src-shared/bridge/seal'
import { problem } from '../../problems'
import { writeWhole } from '../../whole-file'
import {
  keyOf,
  newScrypt,
  readSealed,
  sameKey,
  seal,
  type SealHeader,
  unseal,
  usualWork,
} from './sealed-text'

/** From this try on, each takes {@link slowMs}. */
const quickTries = 4
const slowMs = 10_000

/** What a seal is opened with: its key stays in memory, the passphrase does not. */
interface Opened {
  key: Buffer
  secrets: Map<string, string>
}

/**
 * Keys in a file that a passphrase seals (docs/security.md, C46), for machines without a keychain. It is written whole or not at
 * all, one change after the other, and never while it cannot be read.
 */
export class SealedKeys {
  #header: SealHeader | null = null
  #bytes = 0
  #opened: Opened | null = null
  #damaged = false
  #tries = 0
  readonly #queue = new SerialQueue()

  private constructor(
    private readonly path: string,
    private readonly clock: Pick<Clock, 'now' | 'sleep'>,
    private readonly work: number,
  ) {}

  /** Looks whether there is a sealed file. One that is damaged is one that does not open. */
  static async look(
    path: string,
    clock: Pick<Clock, 'now' | 'sleep'>,
    work = usualWork,
  ): Promise<SealedKeys> {
    const keys = new SealedKeys(path, clock, work)
    try {
      const text = await keys.#text()
      if (text !== null) keys.#header = readSealed(text).header
    } catch {
      keys.#damaged = true
    }
    return keys
  }

  /** There is a file, open or not. */
  get exists(): boolean {
    return this.#header !== null || this.#damaged
  }

  get isOpen(): boolean {
    return this.#opened !== null
  }

  /** null: there is no file, or none that can be read. */
  get header(): SealHeader | null {
    return this.#header
  }

  /** Of the file. */
  get bytes(): number {
    return this.#bytes
  }

  /** Seals these secrets with a passphrase. Rejects with `input_invalid` for a short one, or where there is a seal already. */
  async create(
    passphrase: string,
    secrets: ReadonlyMap<string, string>,
    lockAfterMinutes: number | null,
  ): Promise<void> {
    refuseShort(passphrase)
    await this.#queue.run(async () => {
      if (this.exists) throw problem('input_invalid', { why: tell('core.sealedKeys.thereIsASealed') })
      const kdf = newScrypt(this.work)
      const now = this.clock.now()
      const header = { version: 1, kdf, sealedAt: now, unlockedAt: now, lockAfterMinutes } as const
      const opened = { key: await keyOf(passphrase, kdf), secrets: new Map(secrets) }
      await this.#write(header, opened)
      this.#opened = opened
    })
  }

  /**
   * Opens it, or, where it is open, sees whether this is its passphrase. Rejects with `passphrase_wrong`, ten seconds later
   * from the fifth try on, and with `seal_damaged`.
   */
  unlock(passphrase: string): Promise<void> {
    return this.#queue.run(async () => {
      const opened = await this.#tried(passphrase)
      const header = this.#header
      this.#opened = opened
      if (header) await this.#write({ ...header, unlockedAt: this.clock.now() }, opened)
    })
  }

  /** Another passphrase instead; killed in the middle, one of the two opens it. Rejects as `unlock` and `create` do. */
  async change(from: string, to: string): Promise<void> {
    refuseShort(to)
    await this.#queue.run(async () => {
      const { secrets } = await this.#tried(from)
      const header = this.#header
      if (!header) throw problem('seal_damaged')
      const kdf = newScrypt(this.work)
      const opened = { key: await keyOf(to, kdf), secrets }
      await this.#write({ ...header, kdf, sealedAt: this.clock.now() }, opened)
      this.#opened = opened
    })
  }

  lockAfter(minutes: number | null): Promise<void> {
    return this.#queue.run(async () => {
      const { opened, header } = this.#must()
      await this.#write({ ...header, lockAfterMinutes: minutes }, opened)
    })
  }

  /** Of what is open; null: absent, or it is locked. */
  get(account: string): string | null {
    return this.#opened?.secrets.get(account) ?? null
  }

  /** Rejects with `keychain_locked` while it is locked. */
  set(account: string, secret: string): Promise<void> {
    return this.#put((secrets) => secrets.set(account, secret))
  }

  delete(account: string): Promise<void> {
    return this.#put((secrets) => secrets.delete(account))
  }

  /** All that it holds, where it is open. */
  entries(): [account: string, secret: string][] {
    return [...(this.#opened?.secrets ?? [])]
  }

  /** Takes the file off this machine, with what it holds. */
  discard(): Promise<void> {
    return this.#queue.run(async () => {
      await rm(this.path, { force: true })
      this.#header = null
      this.#opened = null
      this.#damaged = false
      this.#tries = 0
    })
  }

  /** Forgets the key of what is open. */
  close(): void {
    this.#opened?.key.fill(0)
    this.#opened = null
  }

  async #tried(passphrase: string): Promise<Opened> {
    if (this.#tries >= quickTries) await this.clock.sleep(slowMs)
    const text = await this.#text()
    if (text === null) throw problem('seal_damaged', { why: tell('core.sealedKeys.theSealedFileIs') })
    const file = readSealed(text)
    const key = await keyOf(passphrase, file.header.kdf)
    this.#tries += 1
    if (this.#opened && !sameKey(key, this.#opened.key)) throw problem('passphrase_wrong')
    const secrets = this.#opened?.secrets ?? unseal(file, key)
    this.#tries = 0
    this.#header = file.header
    this.#damaged = false
    return { key, secrets }
  }

  async #text(): Promise<string | null> {
    const text = await readFile(this.path, 'utf8').catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return null
      throw problem(
        'seal_damaged',
        { why: tell('core.sealedKeys.pathCannotBeRead', { path: this.path }) },
        { cause: error },
      )
    })
    this.#bytes = Buffer.byteLength(text ?? '')
    return text
  }

  #put(change: (secrets: Map<string, string>) => void): Promise<void> {
    return this.#queue.run(async () => {
      const { opened, header } = this.#must()
      const secrets = new Map(opened.secrets)
      change(secrets)
      await this.#write(header, { ...opened, secrets })
      opened.secrets = secrets
    })
  }

  #must(): { opened: Opened; header: SealHeader } {
    if (this.#opened && this.#header) return { opened: this.#opened, header: this.#header }
    throw problem('keychain_locked', { ...lockedWords() })
  }

  async #write(header: SealHeader, { key, secrets }: Opened): Promise<void> {
    const text = seal(header, key, secrets)
    await writeWhole(this.path, text, t('core.sealedKeys.theKeysCouldNot', { path: this.path }))
    this.#header = header
    this.#bytes = Buffer.byteLength(text)
  }
}

/** How a seal that is not open is told, where a keychain would be told to be locked. */
export const lockedWords = () => ({
  title: t('core.sealedKeys.postroomIsLocked'),
  why: t('core.sealedKeys.keysAndCopyAre'),
  action: t('core.sealedKeys.unlockIt'),
})

function refuseShort(passphrase: string): void {
  if ([...passphrase].length >= shortestPassphrase) return
  throw problem('input_invalid', {
    title: tell('core.sealedKeys.thePassphraseIsToo'),
    why: tell('core.sealedKeys.itHasShortestpassphraseCharacter', { shortestPassphrase }),
    action: tell('core.sealedKeys.takeSixWordsThat'),
  })
}

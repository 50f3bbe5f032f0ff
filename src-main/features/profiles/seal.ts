import { t } from '../../../src-shared/messages/message'
import { tell } from '../../../src-shared/messages/told'
import { readdir, rm, stat, truncate } from 'node:fs/promises'
import { join } from 'node:path'
import type { SealState } from '../../../src-shared/bridge/seal'
import type { Host } from '../../core/host'
import { problem } from '../../core/problems'
import type { ProfileRegistry } from './registry'
import type { SettingsFile } from './settings-file'

/** What sealing takes of the profiles. */
interface SealTools {
  host: Host
  registry: ProfileRegistry
  file: SettingsFile
  /** Reads the keys anew, and opens what they open. */
  keysCame(): Promise<unknown>
  /** Closes what is open, and forgets every profile. */
  forgetAll(): Promise<void>
}

/** Keys and copies sealed with a passphrase, where no keychain answers. */
export class Seal {
  #covered = false
  #copyBytes = 0

  constructor(private readonly tools: SealTools) {}

  get state(): SealState {
    const { seal } = this.tools.host
    if (!seal?.sealed.exists)
      return { kind: 'none', offered: seal !== null && seal.mayBeSealed && !seal.systemAnswers }
    const { header, isOpen, bytes } = seal.sealed
    return {
      kind: 'sealed',
      locked: !isOpen,
      covered: isOpen && this.#covered,
      sealedAt: header?.sealedAt ?? null,
      unlockedAt: header?.unlockedAt ?? null,
      bytes,
      copyBytes: this.#copyBytes,
      dueAt: this.#dueAt(),
      lockAfterMinutes: header?.lockAfterMinutes ?? null,
      keychainAnswers: seal.systemAnswers,
    }
  }

  /** Looks how large the copies are: what a person is told before anything is open. */
  async measure(): Promise<void> {
    if (this.state.kind === 'none') return
    const { host, registry } = this.tools
    const folders = registry.all.map(({ id }) => join(host.dataFolder, 'profiles', id))
    this.#copyBytes = (await Promise.all(folders.map(bytesIn))).reduce((sum, bytes) => sum + bytes, 0)
    registry.announce()
  }

  async make(passphrase: string, lockAfterMinutes: number | null): Promise<void> {
    await this.#sealable.seal(passphrase, lockAfterMinutes)
    await this.tools.keysCame()
    await this.measure()
  }

  async unlock(passphrase: string): Promise<void> {
    const { sealed } = this.#sealable
    const wasOpen = sealed.isOpen
    await sealed.unlock(passphrase)
    this.#covered = false
    if (wasOpen) this.tools.registry.announce()
    else await this.tools.keysCame()
  }

  change(from: string, to: string): Promise<void> {
    return this.#changed(this.#sealable.sealed.change(from, to))
  }

  lockAfter(minutes: number | null): Promise<void> {
    return this.#changed(this.#sealable.sealed.lockAfter(minutes))
  }

  cover(): void {
    this.#covered = true
    this.tools.registry.announce()
  }

  async moveToKeychain(): Promise<void> {
    await this.#sealable.moveToSystem()
    await this.tools.keysCame()
  }

  async startOver(typed: string): Promise<void> {
    const phrase = t('profiles.seal.startOver')
    if (typed.trim() !== phrase) {
      throw problem('input_invalid', { why: tell('profiles.seal.whatWasTypedIs', { phrase }) })
    }
    const { host, registry, file } = this.tools
    await this.#sealable.sealed.discard()
    await this.tools.forgetAll()
    await rm(join(host.dataFolder, 'profiles'), { recursive: true, force: true })
    await rm(join(host.dataFolder, 'postroom.log.old'), { force: true })
    // It is open for appending: what is written next begins it anew.
    await truncate(join(host.dataFolder, 'postroom.log')).catch((error: unknown) =>
      host.log.warn('log_not_emptied', { detail: String(error) }),
    )
    await file.update((value) => ({ ...value, profiles: [], currentId: null }))
    host.log.info('started_over', {})
    registry.announce()
  }

  get #sealable() {
    const { seal } = this.tools.host
    if (!seal) throw problem('input_invalid', { why: tell('profiles.seal.thisStartTakesNo') })
    return seal
  }

  async #changed(change: Promise<void>): Promise<void> {
    await change
    this.tools.registry.announce()
  }

  /** The next daily run of the current profile, at its local time; null where it has none. */
  #dueAt(): number | null {
    const { registry, host } = this.tools
    const at = registry.all.find(({ id }) => id === registry.currentId)?.plan.fullDailyAt ?? null
    if (at === null) return null
    const now = host.clock.now()
    const due = new Date(now)
    due.setHours(Number(at.slice(0, 2)), Number(at.slice(3)), 0, 0)
    if (due.getTime() <= now) due.setDate(due.getDate() + 1)
    return due.getTime()
  }
}

/** Bytes of the copy in a profile's folder; 0 where there is none. */
async function bytesIn(folder: string): Promise<number> {
  const names = await readdir(folder).catch(() => [])
  const sizes = names
    .filter((name) => name.startsWith('cache.db'))
    .map((name) =>
      stat(join(folder, name)).then(
        ({ size }) => size,
        () => 0,
      ),
    )
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0)
}

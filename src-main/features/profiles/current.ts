import { SerialQueue } from '../../../src-shared/serial-queue'
import { Emitter } from '../../../src-shared/emitter'
import type { Problem } from '../../../src-shared/problem'
import type { Logger } from '../../core/log'
import { asProblem, isProblem, problem } from '../../core/problems'
import type { ProfileSession } from './session'

type OpenSession = (profileId: string) => Promise<ProfileSession>

/**
 * The session of the current profile: opened in the background, one at a time, so that a profile list answers
 * before any cache is open, and so that no two profiles ever sync at once. Runs of a profile that is left stop at
 * their bookmarks and go on when it is chosen again.
 */
export class CurrentSession {
  #opened: ProfileSession | null = null
  #wanted: string | null = null
  #failure: Problem | null = null
  readonly #queue = new SerialQueue()
  readonly #listeners = new Emitter()
  /** Called when a session was opened or closed. Returns the way to stop. */
  readonly watch = this.#listeners.add

  constructor(
    private readonly open: OpenSession,
    private readonly log: Logger,
  ) {}

  /** What is open now; null while it is being opened, and where it cannot be. */
  get opened(): ProfileSession | null {
    return this.#opened
  }

  /** Why the wanted profile's cache cannot be opened; null where it can, or is not known yet. */
  get failure(): Problem | null {
    return this.#failure
  }

  /** The open session. Waits for one that is being opened; rejects with why there is none. */
  async session(): Promise<ProfileSession> {
    await this.#queue.idle()
    if (this.#opened) return this.#opened
    if (this.#failure) throw problem(this.#failure.code, this.#failure)
    throw problem('profile_missing')
  }

  /** Resolves when nothing is being opened or closed. */
  settled(): Promise<void> {
    return this.#queue.idle()
  }

  /** Leaves the open profile and opens another, or none. Resolves when that is done; a failure is kept, not thrown. */
  switchTo(profileId: string | null): Promise<void> {
    this.#wanted = profileId
    return this.#queue.run(async () => {
      if (this.#wanted !== profileId || this.#opened?.profileId === profileId) return
      await this.#leave()
      await this.#enter(profileId)
    })
  }

  /** Closes the open profile, does something to its files, and opens it again. */
  reopen(between: () => Promise<void> = () => Promise.resolve()): Promise<void> {
    return this.#queue.run(async () => {
      await this.#leave()
      try {
        await between()
      } finally {
        await this.#enter(this.#wanted)
      }
    })
  }

  async close(): Promise<void> {
    this.#wanted = null
    await this.#queue.run(() => this.#leave())
  }

  async #enter(profileId: string | null): Promise<void> {
    this.#failure = null
    if (profileId === null) return
    try {
      this.#opened = await this.open(profileId)
    } catch (error) {
      this.#failure = asProblem(error).problem
      const detail = isProblem(error) ? undefined : String(error)
      this.log.error('profile_not_opened', { profile: profileId, code: this.#failure.code, detail })
    }
    this.#announce()
  }

  async #leave(): Promise<void> {
    const leaving = this.#opened
    this.#opened = null
    this.#failure = null
    this.#announce()
    await leaving?.close().catch((error: unknown) => {
      this.log.error('profile_not_closed', { profile: leaving.profileId, detail: String(error) })
    })
  }

  #announce(): void {
    this.#listeners.emit()
  }
}

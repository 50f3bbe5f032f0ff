import { Emitter } from '../../../src-shared/emitter'
import type { Outgoing } from '../../outgoing'

/** Tables of which rows have changed, and who has changed them. */
export interface ProjectNotice {
  by: string
  tables: readonly string[]
}

/** What is done for a project, for as long as this process works for it. */
export interface ProjectWork {
  stop(): Promise<void>
}

/** What a process hears from the others that serve a project, and whether it is the one that works for it. */
export interface Notices {
  /** Calls back with what has changed; null for anything. Returns the way to stop. */
  onHeard(call: (notice: ProjectNotice | null) => void): () => void
  /**
   * Has `begin` called once no other process works for the project, and what it resolves to stopped when that is over: another
   * process may begin then. It begins again when it can.
   */
  work(begin: () => Promise<ProjectWork>): void
  /** Has what leaves do so whenever the process can be heard of. */
  send(outgoing: Outgoing): void
  /** Whether it is this process that works, or is about to. */
  readonly isWorking: boolean
  /** Ends it. Calls `alone` where no other process has the project open, and none can before that has ended. */
  close(alone?: () => Promise<void>): Promise<void>
}

/** The part of the connection that hears of changes which is about one project (notices.ts). */
export class OpenNotices implements Notices {
  readonly #heard = new Emitter<ProjectNotice | null>()
  #begin: (() => Promise<ProjectWork>) | null = null
  #work: ProjectWork | null = null
  #isBeginning = false
  #isGivingUp = false
  #closed = false
  #turn: Promise<void> = Promise.resolve()
  #outgoing: Outgoing | null = null
  #sender: number | null = null

  constructor(
    readonly project: number,
    private readonly letGo: (project: number, alone?: () => Promise<void>) => Promise<void>,
    private readonly failed: (what: string, error: unknown) => void,
  ) {}

  readonly onHeard = this.#heard.add

  tell(notice: ProjectNotice | null): void {
    this.#heard.emit(notice)
  }

  work(begin: () => Promise<ProjectWork>): void {
    this.#begin = begin
  }

  send(outgoing: Outgoing): void {
    this.#outgoing = outgoing
    if (this.#sender !== null) outgoing.start(this.#sender)
  }

  /** The others know this process by this number from now on. */
  heardAs(sender: number): void {
    this.#sender = sender
    this.#outgoing?.start(sender)
  }

  /** The others take it for gone: what they hear of next may be sent by one of them. */
  async unheard(): Promise<void> {
    this.#sender = null
    await this.#outgoing?.pause()
  }

  /** Who works for the project ends what was on its way from a process that is gone. */
  endInterrupted(): void {
    if (this.#work === null) return
    const ended = this.#outgoing?.endInterrupted()
    ended?.catch((error: unknown) =>
      this.failed('Ending what was on its way from a process that is gone', error),
    )
  }

  get isWorking(): boolean {
    return this.#work !== null || this.#isBeginning
  }

  /** Whether it would work, and does not. */
  get isWaiting(): boolean {
    return !this.#closed && this.#begin !== null && !this.isWorking && !this.#isGivingUp
  }

  /** Begins to work, after `first`, where the lock that lets it `isHeld` still. */
  begin(first: () => Promise<void>, isHeld: () => boolean): Promise<void> {
    this.#isBeginning = true
    return this.#inTurn('Beginning to work for a project', async () => {
      await first()
      if (!isHeld() || this.#closed) return
      this.#work = (await this.#begin?.()) ?? null
      // Lost while it began: another process may have begun, too.
      if (!isHeld()) await this.#stop()
    }).finally(() => (this.#isBeginning = false))
  }

  /** Ends what it does, and lets it begin again. */
  stopWorking(): Promise<void> {
    return this.#inTurn('Ending to work for a project', () => this.#stop())
  }

  /** Ends what it does as whoever waits for it would have it, and calls `free`. False where it does nothing. */
  async giveUp(free: () => Promise<void>): Promise<boolean> {
    if (this.#isGivingUp || !this.#work) return false
    this.#isGivingUp = true
    try {
      await this.stopWorking()
      if (!this.#closed) await free()
      return true
    } finally {
      this.#isGivingUp = false
    }
  }

  async close(alone?: () => Promise<void>): Promise<void> {
    this.#closed = true
    await Promise.all([this.stopWorking(), this.unheard()])
    await this.letGo(this.project, alone)
  }

  async #stop(): Promise<void> {
    const work = this.#work
    this.#work = null
    await work?.stop()
  }

  #inTurn(what: string, work: () => Promise<void>): Promise<void> {
    return (this.#turn = this.#turn.then(work).catch((error: unknown) => this.failed(what, error)))
  }
}

/**
 * What leaves by itself: mail, calls of webhooks, questions to the DNS. It takes its time outside the database, so every process
 * that has a project open does it, each what it took.
 */
export interface Outgoing {
  /** Begins; the others know this process by this number. Null where there are no others. */
  start(sender: number | null): void
  /** Begins nothing more, until it is started again. */
  pause(): Promise<void>
  /** Whether something is under way from here. */
  isBusy(): boolean
  /** Gives up what was under way from a process that is gone. */
  endInterrupted(): Promise<unknown>
}

/** Several as one. */
export function allOutgoing(parts: readonly Outgoing[]): Outgoing {
  return {
    start: (sender) => parts.forEach((part) => part.start(sender)),
    async pause() {
      await Promise.all(parts.map((part) => part.pause()))
    },
    isBusy: () => parts.some((part) => part.isBusy()),
    async endInterrupted() {
      for (const part of parts) await part.endInterrupted()
    },
  }
}

import type { TimerClock } from './clock'
import type { Dialect, SpecifiedDialect } from './dialect/dialect'
import type { ServiceDatabase } from './store/statements'
import type { Ending } from './mail/deliveries'
import type { Store } from './store/store'

/** What every part of the service is built on. */
export interface ServiceContext {
  db: ServiceDatabase
  store: Store
  dialect: Dialect
  clock: TimerClock
  /** Where people reach this service (no slash at its end): known once it listens, so asked each time. */
  publicUrl(): string
  /** Told of what went wrong in work that no request waits for: what was done and an error, never a body or a key. */
  report(what: string, error: unknown): void
  /** Told how a message ended. */
  mailEnded?(ending: Ending): void
}

/** The same, of a service that tells interface.md. */
export type SpecifiedContext = ServiceContext & { dialect: SpecifiedDialect }

/** Work that a part does by itself, between requests. */
export interface Background {
  /** Begins; called once, after the service listens. */
  start(): void | Promise<void>
  /** Ends what is under way and begins nothing more. The database is closed after it. */
  stop(): Promise<void>
}

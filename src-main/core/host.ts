import type { WorkerOptions } from 'node:worker_threads'
import type { Clock } from './clock'
import type { Dns } from './dns/dns'
import type { Keychain } from './keychain/keychain'
import type { SealableKeychain } from './keychain/seal/sealable'
import type { ConsoleLanguage } from './language'
import type { Logger } from './log'

/**
 * What a host (the desktop app, the browser host, a test) gives the core. The core never imports `electron`:
 * whatever needs it is behind this interface.
 */
export interface Host {
  readonly kind: 'desktop' | 'browser'
  readonly version: string
  /** Where everything of ours lies: settings, a folder per profile. Exists, mode 0700. */
  readonly dataFolder: string
  /** The built file of the cache worker (src-main/cache/worker.ts). */
  readonly cacheWorker: CacheWorkerSource
  /** The built file of the worker that holds the rows of an import (src-main/features/imports/worker.ts). */
  readonly importWorker: CacheWorkerSource
  readonly keychain: Keychain
  /** The same, where a passphrase may seal what it holds; null: this host has no such. */
  readonly seal: SealableKeychain | null
  readonly clock: Clock
  /** What the console speaks. */
  readonly language: ConsoleLanguage
  /** DNS, for the records of sending domains. */
  readonly dns: Dns
  readonly log: Logger
  /** Whether a profile asks its service by itself what it can do; else only a person has it ask. */
  readonly asksUnbidden: boolean
  readonly canOpenFolder: boolean
  /** Shows a folder of ours in the file manager. */
  openFolder(path: string): Promise<void>
  /** Asks where an export goes; null where the person closed the dialog. */
  chooseExportTarget(suggestedName: string): Promise<ExportTarget | null>
  /** Asks for a file to import; null where the person closed the dialog, and in a browser host, whose page uploads. */
  chooseImportFile(): Promise<GivenFile | null>
  /** Asks for a file that goes along with a mail; null as with {@link Host.chooseImportFile}. */
  chooseAttachment(): Promise<GivenFile | null>
  /**
   * The file that was dropped or uploaded and that a token stands for; null where there is none of it any more. A token
   * works once, so that a page can open what a person gave, and nothing else.
   */
  takeGivenFile(token: string): GivenFile | null
  /** Starts the embedded service as a process of its own, seeding it where its folder is empty. */
  startEmbeddedService(dataFolder: string): Promise<EmbeddedService>
  /** Shows on the taskbar how far a job is, 0 to 1; null: none runs. Nothing where there is no taskbar of ours. */
  progress(share: number | null): void
  /** Tells the person something while the window is hidden. */
  notify(title: string, body: string): void
}

/** How a worker is started: as a thread of its file, or else as `start` has it. */
export interface CacheWorkerSource {
  readonly file: string
  readonly start?: (options: WorkerOptions) => WorkerThread
}

/** What is asked of a worker's thread. */
export interface WorkerThread {
  on<T>(event: 'message' | 'error', listener: (value: T) => void): unknown
  once(event: 'exit', listener: () => void): unknown
  postMessage(value: unknown): void
}

/** A file that an export writes; `finish` makes it the person's, `discard` removes it on every other ending. */
export interface ExportTarget {
  readonly path: string
  finish(): Promise<{ path: string } | { url: string; name: string }>
  discard(): Promise<void>
}

/** A file that a person gave. `uploaded`: a copy in our own folder, which whoever takes it removes. */
export interface GivenFile {
  readonly path: string
  /** As the person knows it. */
  readonly name: string
  readonly uploaded: boolean
}

/** A running embedded service: what its first line of output said. */
export interface EmbeddedService {
  readonly url: string
  readonly secretKey: string
  readonly publicKey: string
  /** Its record-management interface; absent where a service of another version has none. */
  readonly records?: EmbeddedRecords
  /** Resolves when the process is gone. */
  readonly ended: Promise<void>
  stop(): Promise<void>
}

/** Where the embedded service's records are, and what opens them. */
export interface EmbeddedRecords {
  readonly url: string
  readonly token: string
  readonly companyId: string
  readonly workspaceId: string
}

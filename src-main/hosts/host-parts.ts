import path from 'node:path'
import { systemClock } from '../core/clock'
import { createDns } from '../core/dns/dns'
import type { ConsoleLanguage } from '../core/language'
import type { CacheWorkerSource, Host } from '../core/host'
import type { SealableKeychain } from '../core/keychain/seal/sealable'

interface HostWishes {
  /** The folder of the built workers. */
  programs: string
  keychain: SealableKeychain
  cacheWorker: CacheWorkerSource
  language: ConsoleLanguage
  /** Of DNS, `ADDRESS` or `ADDRESS:PORT`; null for the system's. */
  resolver: string | null
}

/** What both hosts give the core alike. */
export function hostParts({ programs, keychain, cacheWorker, language, resolver }: HostWishes) {
  return {
    cacheWorker,
    importWorker: { file: path.join(programs, 'import-worker.js') },
    keychain,
    seal: keychain,
    language,
    clock: systemClock,
    dns: createDns({ resolver, clock: systemClock }),
    asksUnbidden: true,
  } satisfies Partial<Host>
}

import path from 'node:path'
import { systemClock } from '../core/clock'
import { createDns } from '../core/dns/dns'
import type { Host } from '../core/host'
import type { SealableKeychain } from '../core/keychain/seal/sealable'

/** What both hosts give the core alike. `programs`: the folder of the built workers; `resolver`: of DNS, null for the system's. */
export function hostParts(programs: string, keychain: SealableKeychain, resolver: string | null) {
  return {
    cacheWorker: { file: path.join(programs, 'cache-worker.js') },
    importWorker: { file: path.join(programs, 'import-worker.js') },
    keychain,
    seal: keychain,
    clock: systemClock,
    dns: createDns({ resolver, clock: systemClock }),
    asksUnbidden: true,
  } satisfies Partial<Host>
}

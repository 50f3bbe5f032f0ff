import { driven } from '../../fixtures/driven-store'
import { existsSync, mkdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Database } from 'better-sqlite3'
import { assemble, type Assembled } from '../../../src-main/cache/assemble'
import { openDatabase } from '../../../src-main/core/database/database'
import { migrations } from '../../../src-main/cache/schema/first'
import { drive } from '../../../src-main/core/database/session'
import type { CacheStore } from '../../../src-main/cache/store'
import { pages } from './records'

/** The key that the benches encrypt with: the cache is measured as it is used. */
export const key = '7'.repeat(64)

export interface Opened {
  store: CacheStore
  assembled: Assembled
  db: Database
  folder: string
  /** Does what waits for a quiet moment; answers the longest slice in milliseconds. */
  settle(): number
}

/** A store in this thread, as the worker has it. `withKey` null: a plain file, as a host without a keychain keeps it. */
export function open(folder: string, withKey: string | null = key): Opened {
  const db = openDatabase({ folder, key: withKey }, migrations)
  const assembled = assemble(db, {
    folder,
    encrypted: withKey !== null,
    now: () => Date.now(),
    monotonic: () => performance.now(),
  })
  const settle = (): number => {
    let longest = 0
    for (let task = assembled.nextTask(); task !== null; task = assembled.nextTask()) {
      for (let done = false; !done;) {
        const start = performance.now()
        done = task.next().done === true
        longest = Math.max(longest, performance.now() - start)
      }
    }
    return longest
  }
  return { store: driven(assembled.store), assembled, db, folder, settle }
}

/** An empty folder for one bench. */
export function scratch(name: string): string {
  const folder = join(tmpdir(), `postroom-bench-${name}-${process.pid}`)
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** A full run over made-up contacts; answers the milliseconds that each page took in the store. */
export function fill({ store }: Opened, count: number): number[] {
  const run = store.runs.begin({ resource: 'contacts', mode: 'full', cause: 'first', now: Date.now() })
  store.runs.setState({ runId: run.id, state: 'running', now: Date.now() })
  const samples: number[] = []
  let number = 0
  for (const records of pages(count)) {
    const start = performance.now()
    store.contacts.applyPage({ runId: run.id, records, bookmark: { page: (number += 1) }, expected: count })
    samples.push(performance.now() - start)
  }
  store.runs.finish({ runId: run.id, sweep: true, note: null, now: Date.now() })
  return samples
}

/** A cache that holds `count` contacts, made once and used by every bench that only reads. */
export function loaded(count: number): Opened {
  const folder = join(tmpdir(), `postroom-bench-${count}-${migrations.at(-1)?.number ?? 0}`)
  const ready = existsSync(join(folder, 'cache.json'))
  const opened = open(folder)
  if (ready && opened.store.maintenance.revision().contacts === count) {
    opened.settle()
    return opened
  }
  opened.store.maintenance.clear()
  console.error(`Filling a cache with ${count} contacts in ${folder}.`)
  fill(opened, count)
  opened.settle()
  return opened
}

export { drive }

// Reads, maps and classes a file in the import's worker, as the console does; then what a person does with it.
import { statSync } from 'node:fs'
import { resolve } from 'node:path'
import { PassThrough } from 'node:stream'
import type { ImportColumn } from '../../../src-shared/bridge/import-file'
import { importFile } from '../../../src-main/features/imports/check/import-file'
import { openStaging } from '../../../src-main/features/imports/open-staging'
import { createLogger } from '../../../src-main/core/log'
import { key } from '../cache/open'

/** Seconds of the long parts, milliseconds of the short ones, megabytes. */
export interface Measured {
  read: number
  check: number
  /** Seconds of all processors for both. */
  cpu: number
  rssBefore: number
  rss: number
  bytes: number
  filter: number
  page: number
  searchRare: number
  searchOften: number
  searchWhole: number
  repair: number
  typos: number
  row: number
  /** After a rule was changed, and after columns were said anew. */
  recheck: number
  remap: number
  counts: Record<string, number>
}

const [file = '', cacheFolder = '', folder = ''] = process.argv.slice(2)

async function timed<T>(act: () => Promise<T>): Promise<[number, T]> {
  const began = performance.now()
  const value = await act()
  return [performance.now() - began, value]
}

/** As a person maps these columns. */
function mapped(column: ImportColumn): ImportColumn {
  const { name } = column
  const target =
    name === 'email'
      ? { kind: 'email' as const }
      : name === 'note'
        ? { kind: 'leaveOut' as const }
        : { kind: 'data' as const, key: name }
  const as =
    name === 'seats'
      ? { type: 'number' as const, decimal: '.' as const }
      : name === 'trial'
        ? { type: 'boolean' as const }
        : { type: 'text' as const }
  return { ...column, target, as, rule: name === 'city' ? 'fillBlanks' : 'overwrite' }
}

async function main() {
  const rssBefore = process.memoryUsage.rss() / 1e6
  const staging = await openStaging({
    folder,
    id: 1,
    key,
    cacheFolder,
    // As it is built: what a loader for tests adds to each function and to the memory is none of an import's.
    worker: { file: resolve('out/main/import-worker.js') },
    log: createLogger(new PassThrough().resume()),
  })
  const spent = process.cpuUsage()
  const [read, result] = await timed(() =>
    staging.read({ source: { kind: 'file', path: file }, reading: null }),
  )
  await staging.map(result.columns.map(mapped))
  const [check, counts] = await timed(() => staging.check({}))
  const { user, system } = process.cpuUsage(spent)
  const rss = process.resourceUsage().maxRSS / 1000
  const bytes = statSync(importFile(folder, 1)).size / 1e6

  const page = (filter: 'changed' | 'all', search: string, offset: number, soon = false) =>
    timed(() => staging.rows({ filter, search, slice: { offset, limit: 100 }, soon }))
  const [filter, { rows }] = await page('changed', '', 0)
  const [next] = await page('changed', '', Math.floor(counts.rows.changed / 2))
  const [searchRare] = await page('all', 'zzzqqq', 0)
  const [searchOften] = await page('all', 'gmail', 0, true)
  const [rest] = await page('all', 'gmail', 0)
  const [repair] = await timed(() =>
    staging.repair({ row: rows[0]?.row ?? 1, column: 1, text: 'Repaired', alike: false }),
  )
  const [typos] = await timed(() => staging.correctTypos({ from: null }))
  const began = performance.now()
  let after = 0
  const written = 200
  for (let done = 0; done < written; done += 1) {
    const row = await staging.next(after)
    if (row === null) break
    await staging.begin(row)
    await staging.settle(row.row, { outcome: 'written', contactId: 'cnt_1', isNew: row.previous === null })
    await staging.progress()
    after = row.row
  }
  const perRow = (performance.now() - began) / written
  const rules = {
    verify: 'none' as const,
    byVerdict: { accepts: 'import', risky: 'import', undeliverable: 'import', unknown: 'import' } as const,
    resubscribe: true,
    writeConflicting: false,
  }
  const [recheck] = await timed(async () => {
    await staging.rules(rules)
    await staging.check({})
  })
  await staging.map(result.columns.map(mapped))
  const [remap] = await timed(() => staging.check({}))
  await staging.close()
  const measured: Measured = {
    read: read / 1000,
    check: check / 1000,
    cpu: (user + system) / 1e6,
    rssBefore,
    rss,
    bytes,
    filter,
    page: next,
    searchRare,
    searchOften,
    searchWhole: searchOften + rest,
    repair,
    typos,
    row: perRow,
    recheck: recheck / 1000,
    remap: remap / 1000,
    counts: { ...counts.rows, toWrite: counts.toWrite, typos: counts.typoCount },
  }
  await new Promise((done) => process.send?.(measured, done))
}

void main()

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { onTestFinished } from 'vitest'
import type { ColumnChoice } from '../../../src-shared/bridge/import-file'
import type { Contact } from '../../../src-shared/interface/contact'
import { openEngine, type Engine } from '../../../src-main/features/imports/check/engine'
import { openStaging } from '../../../src-main/features/imports/open-staging'
import type { ReadResult } from '../../../src-main/features/imports/rows'
import type { Staging } from '../../../src-main/features/imports/staging'
import type { CacheStore } from '../../../src-main/cache/store'
import { createLogger } from '../../../src-main/core/log'
import { importWorker } from '../../fixtures/built'
import { key, load, openStore } from '../cache/support'

export { key, load } from '../cache/support'
export { contact } from '../../fixtures/cache-records'

/** A folder that is gone after the test. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'postroom-import-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** The methods of a staging that run in this thread, as a test calls them. */
export type Rows = Omit<Staging, 'watch' | 'close'>

export interface OpenRows {
  rows: Rows
  close(): void
}

/** The rows of an import in this thread. */
export function openRows(
  folder: string,
  options: { id?: number; now?: () => number; key?: string | null } = {},
): OpenRows {
  const opened = openEngine({
    folder,
    id: options.id ?? 1,
    key: options.key === undefined ? key : options.key,
    cacheFolder: folder,
    now: options.now ?? (() => Date.now()),
    tell: () => undefined,
  })
  let isOpen = true
  const close = () => {
    if (isOpen) opened.close()
    isOpen = false
  }
  onTestFinished(close)
  return { rows: direct(opened.engine), close }
}

function direct(engine: Engine): Rows {
  const signal = new AbortController().signal
  return Object.fromEntries(
    Object.entries(engine).map(([name, act]) => [
      name,
      // Every method takes its arguments as a list.
      async (...args: unknown[]): Promise<unknown> => {
        const answer: unknown = await Reflect.apply(act, engine, [args, signal])
        return answer
      },
    ]),
  ) as unknown as Rows
}

/** The rows of an import in their worker, closed after the test. */
export async function openWorker(folder: string, id = 1, worker = importWorker): Promise<Staging> {
  const staging = await openStaging({
    folder,
    id,
    key,
    cacheFolder: folder,
    worker,
    log: createLogger(new PassThrough().resume()),
  })
  onTestFinished(() => staging.close())
  return staging
}

/** A profile's folder with a copy that holds these contacts, encrypted; the copy stays open for writing. */
export function profile(contacts: Contact[] = []): { folder: string; store: CacheStore; close(): void } {
  const folder = temporaryFolder()
  const opened = openStore({ folder, key })
  if (contacts.length > 0) {
    load(opened.store, contacts)
    opened.settle()
  }
  return { folder, store: opened.store, close: opened.close }
}

/** Writes a file and answers its path. */
export function file(folder: string, text: string, name = 'people.csv'): string {
  const path = join(folder, name)
  writeFileSync(path, text)
  return path
}

const text = { type: 'text' } as const

/** Where the column of a name goes in these tests, unless said otherwise: its own key, as text, written over. */
export function choicesOf(
  { columns }: Pick<ReadResult, 'columns'>,
  said: Record<string, Partial<ColumnChoice>> = {},
): (ColumnChoice & { index: number })[] {
  return columns.map(({ index, name }) => {
    const target: ColumnChoice['target'] =
      name === 'email'
        ? { kind: 'email' }
        : name === 'subscribed'
          ? { kind: 'subscribed' }
          : { kind: 'data', key: name }
    return { index, target, as: text, rule: 'overwrite', ...said[name] }
  })
}

/** Reads a text, maps it and checks it. */
export async function checked(
  rows: Rows,
  source: string,
  said: Record<string, Partial<ColumnChoice>> = {},
): Promise<Awaited<ReturnType<Rows['check']>>> {
  const reading = { encoding: 'utf-8', delimiter: ',', quote: '"', header: true } as const
  const result = await rows.read({ source: { kind: 'text', text: source }, reading })
  await rows.map(choicesOf(result, said))
  return rows.check({})
}

/** The rows of a filter, all of them. */
export async function shown(rows: Rows, filter: Parameters<Rows['rows']>[0]['filter'] = 'all', search = '') {
  return (await rows.rows({ filter, search, slice: { offset: 0, limit: 500 } })).rows
}

/** Classes of all rows, in their order. */
export async function classes(rows: Rows): Promise<string[]> {
  return (await shown(rows)).map((row) => row.class)
}

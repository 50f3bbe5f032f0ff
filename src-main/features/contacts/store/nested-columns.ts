import { keepNewest } from '../../../core/keep-newest'
import type { RowsView } from '../../../core/index/api'
import { Column } from '../../../core/index/column'
import { Encoder } from '../../../core/index/encode'
import { kind, readValue, type Value } from '../../../core/index/values'
import type { Session, Steps } from '../../../core/database/session'
import { parseObject } from './record'
import type { ContactTable } from './table'

/** Contacts read between two pauses, and those among which keys within keys are looked for: about 3 ms. */
const slice = 400

/** Paths kept. Each costs what a column of `data` costs. */
const mostKept = 24

/** Of the keys within keys that are met, so many are named, from so many levels. */
const most = { named: 16, levels: 4 } as const

/** Keys that lead from one into the other. */
type Path = readonly string[]

interface CachedColumn {
  path: Path
  column: Column
  /** Of the changes of the index, how many it has followed. */
  followed: number
  view: RowsView
}

/** What a key leads to within a value. Own keys only: `constructor` is nobody's; no key leads into a list. */
export function stepInto(inside: unknown, key: string): unknown {
  return isObject(inside) ? Object.getOwnPropertyDescriptor(inside, key)?.value : undefined
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/**
 * Columns of keys within keys (`address.city`), which the index has as objects whole. One is made from the contacts that
 * have such an object when it is first asked for, and follows what changes from then on.
 */
export class NestedColumns {
  private readonly kept = new Map<string, CachedColumn>()
  private readonly encoder = new Encoder()
  private readonly value: Value = { kind: kind.none, text: '', number: Number.NaN }

  constructor(
    private readonly session: Session,
    private readonly contacts: ContactTable,
  ) {}

  /** The column of a path of at least two keys, as it is now; null where nobody has an object under the first. */
  *of(path: Path, view: RowsView): Steps<Column | null> {
    if (!view.columns.data.of(path[0] ?? '')) return null
    const [found] = yield* this.current([path], view)
    return found?.column ?? null
  }

  /** The keys within these keys, of the newest contacts that have any, by their names with dots, as they are now. */
  *within(keys: readonly string[], view: RowsView): Steps<[string, Column][]> {
    const met = this.met(keys, view)
    yield
    const found = yield* this.current(met, view)
    return found.map(({ path, column }) => [path.join('.'), column])
  }

  /** Gives the memory back. */
  forget(): void {
    this.kept.clear()
  }

  /** These columns as they are now; those that have to be made are read together. */
  private *current(paths: readonly Path[], view: RowsView): Steps<CachedColumn[]> {
    const all = paths.map((path): CachedColumn => {
      const known = this.kept.get(JSON.stringify(path))
      return known?.view === view ? known : { path, column: new Column(true), followed: -1, view }
    })
    for (const { path } of all) this.kept.delete(JSON.stringify(path))
    while (all.some(({ followed }) => followed !== view.changes.position)) {
      const { position } = view.changes
      const anew: CachedColumn[] = []
      for (const one of all) {
        const changed = one.followed < 0 ? null : view.changes.since(one.followed)
        if (changed === null) anew.push(one)
        else yield* this.read([one], Int32Array.from(changed).sort())
        one.followed = position
      }
      for (const one of anew) one.column = new Column(true)
      yield* this.read(anew, objectRows(anew, view))
    }
    for (const one of all) keepNewest(this.kept, JSON.stringify(one.path), one, mostKept)
    return all
  }

  private *read(into: readonly CachedColumn[], rows: Int32Array): Steps<void> {
    for (let at = 0; at < rows.length; at += slice) {
      if (at > 0) yield
      this.each(rows.subarray(at, at + slice), (row, data) => {
        for (const { path, column } of into) {
          readValue(path.reduce<unknown>(stepInto, data), this.value)
          column.set(row, this.value, this.encoder)
        }
      })
    }
  }

  /** Calls for each of the rows with its data; undefined where it is gone. */
  private each(rows: Int32Array, visit: (row: number, data: unknown) => void): void {
    this.session.read(() => {
      const held = this.contacts.dataOf(rows)
      for (const row of rows) {
        const data = held.get(row)
        visit(row, data === undefined ? undefined : parseObject(data))
      }
    })
  }

  /** The paths that lead to what is no object, the most frequent first. A key as a whole goes before a path of its name. */
  private met(keys: readonly string[], view: RowsView): Path[] {
    const roots = keys.map((key) => ({ path: [key] }))
    const counts = new Map<string, { path: Path; count: number }>()
    const walk = (path: Path, inside: unknown): void => {
      if (!isObject(inside)) {
        const name = path.join('.')
        const isReached = path.length > 1 && inside !== null && !view.columns.data.of(name)
        if (isReached) counts.set(name, { path, count: (counts.get(name)?.count ?? 0) + 1 })
      } else if (path.length < most.levels) {
        // A dot would be read as a step.
        for (const [key, value] of Object.entries(inside)) if (!key.includes('.')) walk([...path, key], value)
      }
    }
    this.each(objectRows(roots, view).slice(-slice), (_row, data) => {
      for (const { path } of roots) walk(path, stepInto(data, path[0] ?? ''))
    })
    return [...counts.values()]
      .sort((one, other) => other.count - one.count)
      .slice(0, most.named)
      .map(({ path }) => path)
  }
}

/** The rows that have an object under the first key of any of the paths. */
function objectRows(of: readonly { path: Path }[], { columns, live }: RowsView): Int32Array {
  const roots = [...new Set(of.map(({ path }) => path[0] ?? ''))].flatMap((key) => columns.data.of(key) ?? [])
  if (roots.length === 0) return new Int32Array(0)
  return live
    .rows()
    .filter((row) => roots.some(({ codes, dictionary }) => isObjectCode(codes.get(row), dictionary)))
}

function isObjectCode(code: number, dictionary: Column['dictionary']): boolean {
  return code !== 0 && dictionary.kindOf(code) === kind.object
}

import { keepNewest } from '../../../../core/keep-newest'
import type { RowsView } from '../../../../core/index/api'
import { Column } from '../../../../core/index/column'
import { Encoder } from '../../../../core/index/encode'
import { kind, readValue, type Value } from '../../../../core/index/values'
import { type ContactTable, parseObject } from '../../../contacts/store'
import type { Session, Steps } from '../../../../core/database/session'
import { stepInto } from './facts'

/** Contacts read between two pauses: about 3 ms. */
const slice = 400

/** Paths kept. Each costs what a column of `data` costs. */
const mostKept = 16

interface CachedColumn {
  column: Column
  /** Of the changes of the index, how many it has followed. */
  followed: number
  view: RowsView
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
  *of(path: readonly string[], view: RowsView): Steps<Column | null> {
    const name = JSON.stringify(path)
    if (!view.columns.data.of(path[0] ?? '')) return null
    const known = this.kept.get(name)
    const nested = known?.view === view ? known : { column: new Column(true), followed: -1, view }
    this.kept.delete(name)
    for (;;) {
      const changed = nested.followed < 0 ? null : view.changes.since(nested.followed)
      const { position } = view.changes
      if (changed === null) {
        nested.column = new Column(true)
        yield* this.readAll(path, nested.column, view)
      } else if (changed.length > 0)
        yield* this.readSome(path, nested.column, Int32Array.from(changed).sort())
      nested.followed = position
      if (view.changes.position === position) break
    }
    keepNewest(this.kept, name, nested, mostKept)
    return nested.column
  }

  /** Gives the memory back. */
  forget(): void {
    this.kept.clear()
  }

  private *readAll(path: readonly string[], into: Column, { columns, live }: RowsView): Steps<void> {
    const root = columns.data.of(path[0] ?? '')
    if (!root) return
    const rows = live.rows().filter((row) => {
      const code = root.codes.get(row)
      return code !== 0 && root.dictionary.kindOf(code) === kind.object
    })
    yield* this.readSome(path, into, rows)
  }

  private *readSome(path: readonly string[], into: Column, rows: Int32Array): Steps<void> {
    for (let at = 0; at < rows.length; at += slice) {
      if (at > 0) yield
      this.session.read(() => {
        const part = rows.subarray(at, at + slice)
        const held = this.contacts.dataOf(part)
        for (const row of part) {
          const data = held.get(row)
          const found: unknown =
            data === undefined ? undefined : path.reduce<unknown>(stepInto, parseObject(data))
          readValue(found, this.value)
          into.set(row, this.value, this.encoder)
        }
      })
    }
  }
}

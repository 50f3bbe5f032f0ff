import { ownVariables, variableText } from '../../../../../src-shared/interface/template-text'
import { parseObject, type ContactTable, type NestedColumns } from '../../../contacts/store'
import type { RowsView } from '../../../../core/index/api'
import type { Column } from '../../../../core/index/column'
import type { Dictionary } from '../../../../core/index/dictionary'
import { separator } from '../../../../core/index/encode'
import { RowSet } from '../../../../core/index/row-set'
import { kind } from '../../../../core/index/values'
import type { Session, Steps } from '../../../../core/database/session'
import { minus } from './answer'

/** Contacts read between two pauses: about 3 ms. */
const slice = 400

/** Where the values of a variable are: a column for the key as a whole, then one for keys within keys. */
interface VariableColumns {
  columns: Column[]
  /** Rows of whom the columns do not tell, since a number may lead into a list: they have to be read. */
  read: RowSet | null
}

/** What variables of a mail show to whom, by columns (template-text.ts says what they mean). */
export class Variables {
  constructor(
    private readonly session: Session,
    private readonly contacts: ContactTable,
    private readonly nested: NestedColumns,
  ) {}

  /** Where a variable's values are; no column for one that is not about data. */
  *columnsOf(name: string, view: RowsView): Steps<VariableColumns> {
    const { columns, live } = view
    const path = name.startsWith('data.') ? name.slice('data.'.length) : name
    const whole = columns.data.of(path)
    const own = whole ? [whole] : []
    const keys = path.split('.')
    const root = keys.length > 1 ? columns.data.of(keys[0] ?? '') : null
    if (!root) return { columns: own, read: null }
    if (keys.slice(1).some((key) => /^\d+$/.test(key))) {
      const flags = flagsOf(root.dictionary, (code) => root.dictionary.kindOf(code) >= kind.list)
      const read = new RowSet(live.capacity)
      root.where(flags, live, read)
      return { columns: own, read }
    }
    const within = yield* this.nested.of(keys, view)
    return { columns: within ? [...own, within] : own, read: null }
  }

  /** Those of the rows for whom a variable shows nothing, its fallback apart. */
  *missing(name: string, among: RowSet, view: RowsView): Steps<RowSet> {
    if (ownVariables.some((own) => own === name)) return new RowSet(0)
    const { columns, read } = yield* this.columnsOf(name, view)
    const shown = new RowSet(view.live.capacity)
    const held = new RowSet(view.live.capacity)
    for (const column of columns) {
      const found = new RowSet(view.live.capacity)
      const flags = flagsOf(column.dictionary, (code) => showsSomething(column.dictionary, code))
      column.where(flags, view.live, found)
      // Whoever has the key as a whole is read that way alone.
      shown.or(minus(found, held))
      column.where(
        flagsOf(column.dictionary, () => true),
        view.live,
        held,
      )
    }
    const missing = minus(among, shown)
    const doubts = read ? minus(read.and(missing), held).rows() : new Int32Array(0)
    for (let at = 0; at < doubts.length; at += slice) {
      this.session.read(() => {
        for (const { row, id, email, data } of this.contacts.getAll(doubts.subarray(at, at + slice))) {
          const values = {
            id,
            email,
            unsubscribeUrl: '',
            subscribeUrl: '',
            manageUrl: '',
            data: parseObject(data),
          }
          if (variableText({ start: 0, end: 0, name, fallback: null }, values) !== '') missing.remove(row)
        }
      })
      yield
    }
    return missing
  }
}

/** A flag for each code that passes; none for rows without a value. */
export function flagsOf(dictionary: Dictionary, passes: (code: number) => boolean): Uint8Array {
  const flags = new Uint8Array(dictionary.size + 1)
  for (let code = 1; code < flags.length; code++) if (passes(code)) flags[code] = 1
  return flags
}

/** Whether a value shows anything: an empty text, and a list of nothing but these, do not. */
function showsSomething(dictionary: Dictionary, code: number): boolean {
  const of = dictionary.kindOf(code)
  if (of === kind.object || of === kind.mixed) return true
  const { heap } = dictionary
  for (let at = heap.start(code); at < heap.end(code); at++) if (heap.bytes[at] !== separator) return true
  return false
}

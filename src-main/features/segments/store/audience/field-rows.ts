import type { Filter, FilterReading } from '../../../../../src-shared/interface/filter'
import { Column } from '../../../../core/index/column'
import type { Instants } from '../../../../core/index/instants'
import { RowSet } from '../../../../core/index/row-set'
import type { RowsView } from '../../../../core/index/api'
import type { Steps } from '../../../../core/database/session'
import type { NestedColumns } from '../../../contacts/store'
import { type PossibleRows, certain, minus } from './answer'
import { exactlyMeant, exactPath, exactProbe } from './exact'
import { type Passing, passingOf } from './passing'
import { passingExactly } from './passing-exactly'
import { type ValueProbe, probeOf } from './probe'

/** Moments written between two pauses while their texts are asked: about 4 ms. */
const slice = 8192

/** What the service's texts of times can name: years of four digits. */
const datable = { from: Date.parse('0000-01-01T00:00:00Z'), to: Date.UTC(10_000, 0, 1) }

/** The rows of whom a field filter holds, negations left to who asks. */
export class FieldRows {
  constructor(
    private readonly view: RowsView,
    private readonly nested: NestedColumns,
    private readonly reading: FilterReading,
  ) {}

  /** Those whose field has anything but null. */
  *present(field: string): Steps<PossibleRows> {
    const { live, columns } = this.view
    if (field === 'email' || field === 'subscribed') return certain(live.copy())
    const found = new RowSet(live.capacity)
    if (field === 'createdAt' || field === 'updatedAt') {
      const instants = field === 'createdAt' ? columns.created : columns.updated
      instants.between(Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY, live, found)
    } else for (const column of yield* this.columnsOf(field)) addPresent(column, live, found)
    return certain(found.and(live))
  }

  /** Those any of whose values passes the filter; of `notEquals` and `notContains`, what they deny. */
  *passing(asked: Filter, now: number): Steps<PossibleRows> {
    const isExact = this.reading === 'deployed'
    if (isExact && asked.field.startsWith('data.')) return yield* this.passingExactly(asked, now)
    const filter = isExact ? exactlyMeant(asked) : asked
    const probe = probeOf(filter, now)
    const { columns } = this.view
    const { field } = filter
    if (field === 'createdAt') return yield* this.ofMoments(columns.created, filter, probe)
    if (field === 'updatedAt') return yield* this.ofMoments(columns.updated, filter, probe)
    if (field === 'email') return yield* this.ofColumn(columns.email, probe)
    if (field === 'subscribed') return yield* this.ofColumn(columns.subscribed, probe)
    const [first, second] = yield* this.columnsOf(field)
    const found = first ? yield* this.ofColumn(first, probe) : this.nobody()
    if (!second) return found
    // A contact that has the key as a whole is read that way alone (filter-values.ts, pathsOf).
    const whole = new RowSet(this.view.live.capacity)
    if (first) addPresent(first, this.view.live, whole)
    const within = yield* this.ofColumn(second, probe)
    const sure = minus(within.sure, whole).or(found.sure)
    if (within.sure === within.may && found.sure === found.may) return certain(sure)
    return { sure, may: minus(within.may, whole).or(found.may) }
  }

  private *passingExactly(filter: Filter, now: number): Steps<PossibleRows> {
    const [column] = yield* this.columnsOf(filter.field)
    if (!column) return this.nobody()
    return this.rowsOf(column, yield* passingExactly(column, exactProbe(filter, now)))
  }

  /**
   * The column of the key as a whole, and that of keys within keys; the first may be one that nobody has. In the
   * deployed reading the one that all dots lead to.
   */
  private *columnsOf(field: string): Steps<Column[]> {
    if (this.reading === 'deployed') {
      const path = exactPath(field)
      const column =
        path.length > 1 ? yield* this.nested.of(path, this.view) : this.view.columns.data.of(path[0] ?? '')
      return column ? [column] : []
    }
    const key = field.slice('data.'.length)
    const within = key.includes('.') ? yield* this.nested.of(key.split('.'), this.view) : null
    const whole = this.view.columns.data.of(key)
    if (within) return [whole ?? new Column(true), within]
    return whole ? [whole] : []
  }

  private nobody(): PossibleRows {
    return certain(new RowSet(this.view.live.capacity))
  }

  private *ofColumn(column: Column, probe: ValueProbe): Steps<PossibleRows> {
    return this.rowsOf(column, yield* passingOf(column, probe))
  }

  private rowsOf(column: Column, passing: Passing): PossibleRows {
    const { live } = this.view
    const sure = new RowSet(live.capacity)
    column.where(passing.sure, live, sure)
    sure.and(live)
    if (passing.may === null) return certain(sure)
    const may = new RowSet(live.capacity)
    column.where(passing.may, live, may)
    return { sure, may: may.and(live).or(sure) }
  }

  private *ofMoments(instants: Instants, { operator }: Filter, probe: ValueProbe): Steps<PossibleRows> {
    const { live } = this.view
    const found = new RowSet(live.capacity)
    if (operator === 'contains' || operator === 'notContains') {
      for (let row = 0; row < live.capacity; row++) {
        const instant = instants.get(row)
        if (live.has(row) && !Number.isNaN(instant) && probe.test(new Date(instant).toISOString()))
          found.add(row)
        if (row % slice === slice - 1) yield
      }
      return certain(found.and(live))
    }
    if (probe.dates === null) return certain(found)
    const from = Math.max(probe.dates.from, datable.from)
    instants.between(from, Math.min(probe.dates.to, datable.to), live, found)
    return certain(found.and(live))
  }
}

function addPresent(column: Column, live: RowSet, into: RowSet): void {
  const flags = new Uint8Array(column.dictionary.size + 1).fill(1, 1)
  column.where(flags, live, into)
}

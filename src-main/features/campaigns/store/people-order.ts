import type { Slice } from '../../../../src-shared/bridge/base'
import type { Session, Steps } from '../../../core/database/session'
import { RowSet } from '../../../core/index/row-set'
import { steps, type MailStep } from './people-api'
import { endOf, type CampaignPeopleTable, type Direction, type Place } from './people-table'

/** Rows that an index is walked over between two pauses: a few milliseconds. */
const stride = 20_000
/** Finding one person's place costs as much as walking over so many. */
const placeCosts = 20

/** Those of a campaign's people who are listed. `among`: of these rows alone; null: of all. */
interface Listed {
  of: number
  step: MailStep | null
  among: RowSet | null
}

/** The list of a campaign's people, the latest first: walked over from whichever end is nearer, so that nothing of it is kept. */
export class PeopleOrder {
  /** The people at each step of the campaign that was asked about last, and of those that are being read. */
  private kept: Members | null = null
  private readonly drafts = new Set<Members>()

  constructor(
    private readonly session: Session,
    private readonly table: CampaignPeopleTable,
  ) {
    table.onMove((of, row, step) => {
      for (const members of [this.kept, ...this.drafts])
        if (members?.of === of)
          members.sets.forEach((set, at) => (at === step ? set.add(row) : set.remove(row)))
    })
    session.onRollback(() => this.forget())
  }

  /** The rows at some places of a list that has `count` in all. */
  *page(listed: Listed, { offset, limit }: Slice, count: number): Steps<number[]> {
    const end = Math.min(offset + limit, count)
    if (offset >= end) return []
    const total = this.session.read(() => sumOf(this.table.sums(listed.of), listed.step))
    const walked = (Math.min(end, count - offset) * total) / count
    if (listed.among !== null && count * placeCosts < walked) return this.looked(listed).slice(offset, end)
    if (offset < count - end) return yield* this.walked(listed, 'latest', offset, end - offset)
    return (yield* this.walked(listed, 'earliest', count - end, end - offset)).reverse()
  }

  /** The rows of those at a step. Not to be written to. */
  *members(of: number, step: MailStep | null): Steps<RowSet> {
    const { sets } = this.kept?.of === of ? this.kept : yield* this.read(of)
    if (step !== null) return sets[steps.indexOf(step)] ?? new RowSet(0)
    return RowSet.union(sets)
  }

  /** Gives memory back. */
  forget(): void {
    this.kept = null
    this.drafts.clear()
  }

  private *read(of: number): Steps<Members> {
    const members: Members = { of, sets: steps.map(() => new RowSet(0)) }
    this.drafts.add(members)
    try {
      for (const [at, step] of steps.entries()) {
        const set = members.sets[at]
        yield* this.walk({ of, step }, 'latest', (row) => {
          set?.add(row)
          return true
        })
      }
      // After a rollback it was no longer told who moved.
      if (this.drafts.has(members)) this.kept = members
      return members
    } finally {
      this.drafts.delete(members)
    }
  }

  private *walked(listed: Listed, direction: Direction, skip: number, wanted: number): Steps<number[]> {
    const { of, step, among } = listed
    const rows: number[] = []
    if (among === null) {
      let place = endOf(direction)
      for (let left = skip; ; left -= stride) {
        const at = place
        if (left < stride)
          return this.session.read(() =>
            this.table.rows({ of, step }, direction, { from: at, skip: left, limit: wanted }),
          )
        place = this.session.read(() => this.placeAfter({ of, step }, direction, at)) ?? at
        yield
      }
    }
    let left = skip
    yield* this.walk({ of, step }, direction, (row) => {
      if (among.has(row) && left-- <= 0) rows.push(row)
      return rows.length < wanted
    })
    return rows
  }

  /** Hands out rows in order, until one is enough. */
  private *walk(
    list: Omit<Listed, 'among'>,
    direction: Direction,
    take: (row: number) => boolean,
  ): Steps<void> {
    for (let place: Place | null = endOf(direction); place !== null;) {
      const at: Place = place
      const found = this.session.read(() =>
        this.table.rows(list, direction, { from: at, skip: 0, limit: stride }),
      )
      for (const row of found) if (!take(row)) return
      const last = found.at(-1)
      place =
        last === undefined || found.length < stride
          ? null
          : this.session.read(() => this.placeOf(list.of, last))
      yield
    }
  }

  private placeAfter(list: Omit<Listed, 'among'>, direction: Direction, from: Place): Place | null {
    const [row] = this.table.rows(list, direction, { from, skip: stride - 1, limit: 1 })
    return row === undefined ? null : this.placeOf(list.of, row)
  }

  private placeOf(of: number, row: number): Place | null {
    const last = this.table.lastOf(of, row)
    return last === undefined ? null : { last, row }
  }

  private looked({ of, among }: Listed): number[] {
    return this.session
      .read(() => Array.from(among?.rows() ?? [], (row) => ({ row, last: this.table.lastOf(of, row) ?? 0 })))
      .sort((one, other) => other.last - one.last || one.row - other.row)
      .map(({ row }) => row)
  }
}

interface Members {
  of: number
  /** In the order of {@link steps}. */
  sets: RowSet[]
}

/** How many are listed. */
export function sumOf(sums: Record<MailStep, number>, step: MailStep | null): number {
  return step === null ? steps.reduce((sum, of) => sum + sums[of], 0) : sums[step]
}

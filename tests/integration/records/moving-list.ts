import type { OffsetPage } from '../../../src-shared/interface/offset-list'
import type { ManagedRecord } from '../../../src-shared/interface/record'

/** How a list answers. */
export interface ListManners {
  /** The most that a page holds, whatever is asked for. */
  most: number
  tells: OffsetPage['shape']['tells']
}

/** A list of records that can be changed between two pages: what a record-management service holds. */
export class MovingList {
  items: ManagedRecord[] = []
  private made = 0

  constructor(
    readonly manners: ListManners,
    count: number,
  ) {
    for (let each = 0; each < count; each++) this.insert(this.items.length)
  }

  insert(at: number): void {
    this.made += 1
    this.items.splice(at, 0, { id: `r${this.made}`, name: `Record ${this.made}`, version: 1 })
  }

  remove(at: number): void {
    this.items.splice(at, 1)
  }

  /** Takes a record from one place to another. */
  move(from: number, to: number): void {
    const [record] = this.items.splice(from, 1)
    if (record) this.items.splice(to, 0, record)
  }

  change(at: number): void {
    const record = this.items[at]
    if (record) this.items[at] = { ...record, version: Number(record['version']) + 1 }
  }

  page(skip: number, limit: number): OffsetPage {
    const { most, tells } = this.manners
    const items = this.items.slice(skip, skip + Math.min(limit, most))
    const counts = tells === 'totalCount' || tells === 'both'
    const says = tells === 'pageInfo' || tells === 'both'
    return {
      items,
      shape: { name: 'items', tells },
      more: says ? skip + items.length < this.items.length : null,
      total: counts ? this.items.length : null,
    }
  }
}

import type { ActivityDetail, ActivityEntry, ActivityFilter } from '../../../../src-shared/bridge/activity'
import type { Slice } from '../../../../src-shared/bridge/base'

export interface ActivityStore {
  /** Adds an entry and returns its id. */
  add(input: Omit<ActivityDetail, 'id'>): number
  set(input: { id: number } & Partial<Omit<ActivityDetail, 'id'>>): void
  page(input: { filter: ActivityFilter; slice: Slice }): {
    entries: ActivityEntry[]
    count: number
    total: number
  }
  get(id: number): ActivityDetail | null
}

import type {
  ActivityDetail,
  ActivityEntry,
  ActivityFilter,
  ActivityHead,
  ActivityPart,
  HeadFilter,
} from '../../../../src-shared/bridge/activity'
import type { Told } from '../../../../src-shared/messages/told'
import type { Slice } from '../../../../src-shared/bridge/base'

/** An entry as it is added: its title is said when it is shown. */
export type NewActivity = Omit<ActivityDetail, 'id' | 'title' | 'told'> & { title: Told }

export interface ActivityStore {
  /** Adds an entry and returns its id. A write of a job is a part of the job's entry; a run of the runs of its kind before it. */
  add(input: NewActivity): number
  set(input: { id: number } & Partial<Omit<NewActivity, 'title'>>): void
  page(input: { filter: ActivityFilter; slice: Slice }): {
    entries: ActivityEntry[]
    count: number
    total: number
  }
  heads(input: { filter: HeadFilter; slice: Slice }): {
    heads: ActivityHead[]
    count: number
    total: number
    writes: number
    failures: number
  }
  parts(input: { id: number; slice: Slice }): { parts: ActivityPart[]; count: number }
  get(id: number): ActivityDetail | null
}

import type { ContactAsked, ContactColumn, DataField, Facet } from '../../../src-shared/bridge/contacts'
import type { filterOver, PickedRows } from '../../../src-shared/bridge/grid'
import type { RecordColumn, RecordFacet } from '../../../src-shared/bridge/records'
import type { z } from 'zod'

/** A field of a row of any grid: one of its list's own, a key of `data`, or an event. */
export type ListField = ContactColumn | ContactAsked | RecordColumn

/** A condition over a field of any grid. */
export type ListFilter = z.infer<ReturnType<typeof filterOver<z.ZodType<ListField>>>>

/** Counts per value of a field of any grid. */
export type ListFacet = Facet | RecordFacet

/** What a grid shows, as far as it is common to all of them. */
export interface ListQuery {
  search: string
  filters: ListFilter[]
  sort: { field: string; direction: 'asc' | 'desc' }
  /** Only rows that are picked. */
  among?: PickedRows | undefined
}

/** Whether a question leaves something out by what all grids have. */
export function narrows({ search, filters, among }: ListQuery): boolean {
  return search.trim() !== '' || filters.length > 0 || among !== undefined
}

/** What the parts of a grid ask of the list they are of. */
export interface GridSource {
  /** Its own fields, in the order they are offered. */
  readonly own: readonly ListField[]
  /** What it can show besides, and nobody filters by. */
  readonly shows?: readonly ListField[]
  /** The keys that occur in `data`, the most filled first. */
  readonly known: readonly DataField[]
  /** Keys within the objects of `data`, and names of events: what a filter can ask besides, once {@link look} was called. */
  readonly inner?: readonly DataField[]
  readonly events?: readonly string[]
  look?(): void
  /** Counts per value among what `filters` leave; `containing`: only of values in which it occurs. */
  count(
    asked: { filters: ListFilter[]; fields: ListField[]; limit: number; containing?: string },
    options: { signal: AbortSignal },
  ): Promise<ListFacet[]>
  /** How many `filters` leave. */
  matching(filters: ListFilter[], options: { signal: AbortSignal }): Promise<number>
  /** Whether a range can take those without a value too. */
  takesMissing: boolean
  /** What one of its rows is: a person or a record. */
  rows: { one: string }
  /** Days that mean something to whoever filters by one: the newest campaigns. */
  since?(): Promise<readonly { label: string; at: number }[]>
  /** Another value whenever its rows may be others. */
  revision(): unknown
}

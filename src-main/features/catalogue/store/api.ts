import type { AppliedPage, ApplyPage } from '../../../copying/store/applied-page'
import type { Slice } from '../../../../src-shared/bridge/base'
import type { CatalogueQuery } from '../../../../src-shared/bridge/catalogue'
import type { CatalogueList, CatalogueRecords } from '../../../../src-shared/interface/catalogue'

/** Segments, templates, campaigns, workflows and domains as the service sent them. */
export interface CatalogueStore {
  page(input: { list: CatalogueList; query: CatalogueQuery; slice: Slice }): {
    /** As the service sent them: parsed by whoever shows them. */
    records: unknown[]
    count: number
    total: number
  }
  get(input: { list: CatalogueList; id: string }): unknown
  /** All of a list, the newest first: for what looks through them, such as where a template is used. */
  all(list: CatalogueList): unknown[]
  /** Which campaigns have the very same body as a template, the newest campaign first; of one template, or of all. */
  sameBody(templateId: string | null): { templateId: string; id: string; name: string; status: string }[]
  applyPage(input: ApplyPage<CatalogueRecords[CatalogueList]> & { list: CatalogueList }): AppliedPage
  /** After a write of ours: the record as the service answered it. */
  upsert(input: { list: CatalogueList; record: CatalogueRecords[CatalogueList] }): void
  remove(input: { list: CatalogueList; id: string }): void
}

/** Of a workflow, so many of its newest executions are kept, or a page more: it may have had millions. */
export const mostExecutions = 5000

/** A list that belongs to a record of the catalogue: the members of a static segment, the executions of a workflow. */
export interface CataloguePart {
  id: string
  /** Milliseconds since 1970: when it was made or began; null where the service did not say. */
  at: number | null
  /** An execution's status; empty for a member. */
  kind: string
  record: unknown
}

/** Names one such list: of which kind, and whose. */
export interface PartsOf {
  list: 'members' | 'executions'
  owner: string
}

/** The list of the catalogue that the owners of such lists are in. */
export const ownerLists = { members: 'segments', executions: 'workflows' } as const

/** The lists that belong to records of the catalogue. They go with their owner. */
export interface CataloguePartStore {
  /**
   * Begins to read a list, or, unless `anew`, goes on where a reading was left. `bookmark` is the reader's own, `reading` the
   * number of this reading of the list.
   */
  begin(input: PartsOf & { anew: boolean }): { bookmark: unknown; reading: number }
  /** One page with the bookmark, in one transaction. `known`: how many of them were there already and did not change. */
  apply(input: PartsOf & { parts: CataloguePart[]; bookmark: unknown }): { known: number }
  /** How many this reading has met. */
  met(input: PartsOf): number
  /** Ends a reading. `whole`: what it did not see is gone. `now` null: it did not come to its end, so the list is as old as it was. */
  finish(input: PartsOf & { whole: boolean; now: number | null }): void
  /** The newest first. */
  page(input: PartsOf & { kinds: string[] | null; slice: Slice }): {
    parts: CataloguePart[]
    count: number
    /** How many of each kind there are in all. */
    kinds: Record<string, number>
    /** When it was last read to its end; null: never. */
    asOf: number | null
  }
  /** The ids of all, in their order: who the members of a segment are. */
  ids(input: PartsOf): string[]
  /** The addresses of the members of a segment, as they were read, in the order of their ids. */
  addresses(owner: string): string[]
  /** Takes single ones away: members that were removed. */
  remove(input: PartsOf & { ids: string[] }): void
}

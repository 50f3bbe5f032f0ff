import type { z } from 'zod'
import { campaignSchema, type Campaign } from './campaign'
import { domainSchema, type Domain } from './domain'
import { segmentSchema, type Segment } from './segment'
import { templateSchema, type Template } from './template'
import { workflowSchema, type Workflow } from './workflow'

/** The records of the service that are few and have a name, by their list (interface.md section 4). */
export interface CatalogueRecords {
  segments: Segment
  templates: Template
  campaigns: Campaign
  workflows: Workflow
  domains: Domain
}

/** A list of the catalogue: also its path, and the name of its array in an answer. */
export type CatalogueList = keyof CatalogueRecords

/** Every list of the catalogue. Segments come first: audiences are counted with them. */
export const catalogueLists = [
  'segments',
  'templates',
  'campaigns',
  'workflows',
  'domains',
] as const satisfies readonly CatalogueList[]

/** What each list's records look like. */
export const catalogueSchemas: { readonly [L in CatalogueList]: z.ZodType<CatalogueRecords[L]> } = {
  segments: segmentSchema,
  templates: templateSchema,
  campaigns: campaignSchema,
  workflows: workflowSchema,
  domains: domainSchema,
}

/** Whether a name is that of a list of the catalogue. */
export function isCatalogueList(name: string): name is CatalogueList {
  return catalogueLists.some((list) => list === name)
}

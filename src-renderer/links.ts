import type { RouteLocationRaw } from 'vue-router'
import type { UsedBy } from '../src-shared/bridge/catalogue'
import type { Import, ImportStep } from '../src-shared/bridge/imports'
import type { Place } from '../src-shared/bridge/review'
import type { VerdictClass } from '../src-shared/bridge/verdicts'

/** The screens' route names. */
export type Screen =
  | 'overview'
  | 'contacts'
  | 'segments'
  | 'events'
  | 'import'
  | 'verification'
  | 'campaigns'
  | 'templates'
  | 'workflows'
  | 'domains'
  | 'send'
  | 'records'
  | 'activity'
  | 'settings'
  | 'welcome'

/** Contacts with one of them open in the side panel: the screen reads `query.open`. */
export function contactLink(id: string): RouteLocationRaw {
  return { name: 'contacts', query: { open: id } }
}

/** Contacts found by a search: the screen reads `query.search`. */
export function contactsSearchLink(search: string): RouteLocationRaw {
  return { name: 'contacts', query: { search } }
}

/** Contacts as a saved view shows them: the screen reads `query.view` and takes it off again. */
export function contactsViewLink(id: string): RouteLocationRaw {
  return { name: 'contacts', query: { view: id } }
}

/** Contacts whose field has a value: the screen reads `query.field` and `query.is` and takes them off again. */
export function contactsFieldLink(field: string, value: string): RouteLocationRaw {
  return { name: 'contacts', query: { field, is: value } }
}

/** Contacts that were created within a span (milliseconds since 1970, the end not among it): the screen reads `query.from` and `query.to`. */
export function contactsCreatedLink(from: number, to: number): RouteLocationRaw {
  return { name: 'contacts', query: { from: String(from), to: String(to) } }
}

/** Contacts as list health counts them, by what the verdict over their address comes to: `query.verdict`, `query.subscribed`. */
export function contactsVerdictLink(
  of: VerdictClass | 'expired' | 'never',
  subscribed = false,
): RouteLocationRaw {
  const query = { verdict: of, ...(subscribed ? { subscribed: '1' } : {}) }
  return { name: 'contacts', query }
}

/** Contacts that were frozen, alone: the screen reads `query.among`. */
export function frozenContactsLink(selectionId: string): RouteLocationRaw {
  return { name: 'contacts', query: { among: selectionId } }
}

/** Contacts whom an import created or changed: the screen reads `query.import` and `query.name`. */
export function importedContactsLink({ id, name }: Pick<Import, 'id' | 'name'>): RouteLocationRaw {
  return { name: 'contacts', query: { import: id, name } }
}

/** Contacts with the form for a new one open: the screen reads `query.add` and takes it off again. */
export function addContactLink(): RouteLocationRaw {
  return { name: 'contacts', query: { add: '1' } }
}

/** Contacts with a change of many, under way or ended, shown above: the screen reads `query.job`. */
export function bulkJobLink(id: number): RouteLocationRaw {
  return { name: 'contacts', query: { job: id } }
}

/** The events of one contact: the screen reads `query.contact`. */
export function contactEventsLink(id: string): RouteLocationRaw {
  return { name: 'events', query: { contact: id } }
}

/** Settings at one of its sections: their ids are in features/settings/sections.ts. */
export function settingsLink(section: string): RouteLocationRaw {
  return { name: 'settings', hash: `#${section}` }
}

/** Records with one of the connections shown: the screen reads `query.of`. */
export function recordsLink(connectionId?: string): RouteLocationRaw {
  return { name: 'records', query: connectionId === undefined ? {} : { of: connectionId } }
}

/** Records with the form for a new connection open: the screen reads `query.connect` and takes it off again. */
export function connectRecordsLink(): RouteLocationRaw {
  return { name: 'records', query: { connect: '1' } }
}

/** Records with the form of a connection open: the screen reads `query.change` and takes it off again. */
export function changeRecordsLink(connectionId: string): RouteLocationRaw {
  return { name: 'records', query: { of: connectionId, change: '1' } }
}

/** The ways into a new import. */
export function importStartLink(): RouteLocationRaw {
  return { name: 'import' }
}

/** The ways into a new import, and a file is asked for at once: the screen reads `query.choose` and takes it off again. */
export function importFileLink(): RouteLocationRaw {
  return { name: 'import', query: { choose: '1' } }
}

/** An import at one of its steps: the screen reads `query.open` and `query.step`; without a step, as far as it has come. */
export function importLink(id: number, step?: ImportStep): RouteLocationRaw {
  return { name: 'import', query: step ? { open: id, step } : { open: id } }
}

/** Every verification batch. */
export function verificationLink(): RouteLocationRaw {
  return { name: 'verification' }
}

/** The sources that a new batch can be made of; `source`: the one that is chosen at first, which the screen reads in `query.source`. */
export function newBatchLink(source?: 'notChecked' | 'never' | 'expired' | 'unknown'): RouteLocationRaw {
  return { name: 'newBatch', query: source === undefined ? {} : { source } }
}

/** A verification batch: before it is started, as it runs, and what it found. */
export function batchLink(id: number): RouteLocationRaw {
  return { name: 'batch', params: { id } }
}

/** The batch that a job belongs to: the screen reads `query.job`, and leads on. */
export function batchOfJobLink(jobId: number): RouteLocationRaw {
  return { name: 'verification', query: { job: jobId } }
}

/** Corrections of addresses, under way or ended, shown above: the screen reads `query.correction`. */
export function correctionJobLink(id: number): RouteLocationRaw {
  return { name: 'verification', query: { correction: id } }
}

/** What each sign of an address means, overrides of domains, and for how long verdicts count. */
export function verdictRulesLink(domain?: string): RouteLocationRaw {
  return { name: 'verdictRules', query: domain === undefined ? {} : { domain } }
}

/** The pages of a campaign, as its tabs name them. */
export type CampaignTab = 'content' | 'review' | 'audience' | 'plan' | 'after'

/** Every campaign. */
export function campaignsLink(): RouteLocationRaw {
  return { name: 'campaigns' }
}

/** A campaign at one of its tabs; without one, at what its status calls for. */
export function campaignLink(id: string, tab?: CampaignTab): RouteLocationRaw {
  return tab === undefined
    ? { name: 'campaign', params: { id } }
    : { name: `campaign.${tab}`, params: { id } }
}

/** A campaign's content at a place of what was written: the screen reads `query.part`, `query.line` and `query.column`. */
export function campaignPlaceLink(
  id: string,
  { part, line, column }: Pick<Place, 'part' | 'line' | 'column'>,
): RouteLocationRaw {
  if (part === 'audience') return campaignLink(id, 'audience')
  const query = { part, line: String(line), column: String(column) }
  return { name: 'campaign.content', params: { id }, query }
}

/** Campaigns with the form for a new one open: the screen reads `query.new` and takes it off again; `template`: one that it begins with. */
export function newCampaignLink(template?: string): RouteLocationRaw {
  return { name: 'campaigns', query: template === undefined ? { new: '1' } : { new: '1', template } }
}

/** Every template. */
export function templatesLink(): RouteLocationRaw {
  return { name: 'templates' }
}

/** A template in its editor. */
export function templateLink(id: string): RouteLocationRaw {
  return { name: 'template', params: { id } }
}

/** A mail to one or several people; `template`: what it is made of at first, which the screen reads in `query.template` and takes off again. */
export function sendLink(template?: string): RouteLocationRaw {
  return { name: 'send', query: template === undefined ? {} : { template } }
}

/** What was sent: the screen reads `query.view` and takes it off again. */
export function sentLink(): RouteLocationRaw {
  return { name: 'send', query: { view: 'sent' } }
}

/** Activity, narrowed to some words: the screen reads `query.search`. */
export function activityLink(search: string): RouteLocationRaw {
  return { name: 'activity', query: { search } }
}

/** Send, with a mail begun to an address. */
export function sendToLink(to: string): RouteLocationRaw {
  return { name: 'send', query: { to } }
}

/** Segments, with one of them open in the side panel: the screen reads `query.open`. */
export function segmentLink(id: string): RouteLocationRaw {
  return { name: 'segments', query: { open: id } }
}

/** The members of a segment. */
export function segmentMembersLink(id: string): RouteLocationRaw {
  return { name: 'segment', params: { id } }
}

/** A segment being changed; without one, a new one being made. */
export function editSegmentLink(id?: string): RouteLocationRaw {
  return id === undefined ? { name: 'newSegment' } : { name: 'editSegment', params: { id } }
}

/** A new segment that begins with what a saved view asks for. */
export function newSegmentLink(view: string): RouteLocationRaw {
  return { name: 'newSegment', query: { view } }
}

/** Every workflow. */
export function workflowsLink(): RouteLocationRaw {
  return { name: 'workflows' }
}

/** How a workflow is opened: with executions at which step, of which status, and which of them open; empty: any, none. */
export interface WorkflowPlace {
  step: string
  status: string
  open: string
}

/** A workflow: the screen reads `query.step`, `query.status` and `query.open`. */
export function workflowLink(id: string, place: Partial<WorkflowPlace> = {}): RouteLocationRaw {
  const query = Object.fromEntries(Object.entries(place).filter(([, value]) => value !== ''))
  return { name: 'workflow', params: { id }, query }
}

/** The steps of a workflow, being written. */
export function workflowEditLink(id: string): RouteLocationRaw {
  return { name: 'workflow.edit', params: { id } }
}

/** Every sending domain. */
export function domainsLink(): RouteLocationRaw {
  return { name: 'domains' }
}

/** Domains with one of them open in the side panel: the screen reads `query.open`. */
export function domainLink(id: string): RouteLocationRaw {
  return { name: 'domains', query: { open: id } }
}

/** What became of earlier imports: the screen reads `query.history`. */
export function importHistoryLink(): RouteLocationRaw {
  return { name: 'import', query: { history: '1' } }
}

/** What uses something, opened. */
export function usedByLink({ kind, id }: Pick<UsedBy, 'kind' | 'id'>): RouteLocationRaw {
  if (kind === 'segment') return segmentLink(id)
  if (kind === 'campaign') return campaignLink(id)
  return kind === 'template' ? templateLink(id) : workflowLink(id)
}

import type { UsedBy } from '../../../src-shared/bridge/catalogue'
import { campaignSchema } from '../../../src-shared/interface/campaign'
import { plainView, type TemplateLanguage } from '../../../src-shared/interface/liquid-view'
import { segmentSchema } from '../../../src-shared/interface/segment'
import { templateSchema } from '../../../src-shared/interface/template'
import { findVariables } from '../../../src-shared/interface/template-text'
import { workflowSchema } from '../../../src-shared/interface/workflow'
import type { Cache } from '../../cache/store'
import { isNotSentYet, objectsIn } from './used-by'

/** What names a field or an event, by that name. */
export type NameUses = Map<string, UsedBy[]>

/** What uses the fields of contacts, by key: conditions, workflows, templates, and campaigns that are not sent yet. */
export async function usesOfFields(
  { catalogue }: Pick<Cache, 'catalogue'>,
  language: TemplateLanguage,
): Promise<NameUses> {
  const uses = new UseSearch((named) => (named.startsWith('data.') ? named.slice('data.'.length) : null))
  for (const record of await catalogue.all('segments')) uses.addSegment(record)
  for (const record of await catalogue.all('workflows')) uses.addWorkflow(record)
  for (const record of await catalogue.all('templates')) {
    const { id, name, type, subject, body } = templateSchema.parse(record)
    uses.addKeys(keysIn([subject, body], language), { kind: 'template', id, name, state: type })
  }
  for (const record of await catalogue.all('campaigns')) {
    const { id, name, status, subject, body, audienceCondition } = campaignSchema.parse(record)
    if (!isNotSentYet(status)) continue
    const use = { kind: 'campaign' as const, id, name, state: status }
    uses.addNamed(audienceCondition, use)
    uses.addKeys(keysIn([subject, body], language), use)
  }
  return uses.found
}

/** What uses the names of events: conditions, and workflows that start with one, wait for one or ask for one. */
export async function usesOfEvents({ catalogue }: Pick<Cache, 'catalogue'>): Promise<NameUses> {
  const uses = new UseSearch((named) => named.replace(/^event\./, ''))
  for (const record of await catalogue.all('segments')) uses.addSegment(record)
  for (const record of await catalogue.all('workflows')) uses.addWorkflow(record)
  for (const record of await catalogue.all('campaigns')) {
    const { id, name, status, audienceCondition } = campaignSchema.parse(record)
    if (isNotSentYet(status)) uses.addNamed(audienceCondition, { kind: 'campaign', id, name, state: status })
  }
  return uses.found
}

class UseSearch {
  readonly found: NameUses = new Map()

  /** `nameOf`: the name that a filter's field stands for; null where it is none of those looked for. */
  constructor(private readonly nameOf: (field: string) => string | null) {}

  addSegment(record: unknown): void {
    const { id, name, type, condition } = segmentSchema.parse(record)
    this.addNamed(condition, { kind: 'segment', id, name, state: type.toLowerCase() })
  }

  addWorkflow(record: unknown): void {
    const { id, name, enabled, steps, triggerConfig } = workflowSchema.parse(record)
    const use: UsedBy = { kind: 'workflow', id, name, state: enabled ? 'enabled' : 'disabled' }
    this.addNamed([triggerConfig, (steps ?? []).map(({ config }) => config)], use)
  }

  /** Whatever JSON names as a filter's field or as an event, however deep. */
  addNamed(json: unknown, use: UsedBy): void {
    for (const found of objectsIn(json)) {
      if ('operator' in found && 'field' in found && typeof found.field === 'string')
        this.#add(found.field, use)
      if ('eventName' in found && typeof found.eventName === 'string')
        this.#add(`event.${found.eventName}`, use)
    }
  }

  addKeys(keys: ReadonlySet<string>, use: UsedBy): void {
    for (const key of keys) this.#add(`data.${key}`, use)
  }

  #add(field: string, use: UsedBy): void {
    const name = this.nameOf(field)
    if (name === null) return
    const uses = this.found.get(name) ?? []
    if (!uses.some(({ kind, id }) => kind === use.kind && id === use.id)) this.found.set(name, [...uses, use])
  }
}

/** The keys of data that templates ask for: the whole path, and what it begins with. */
function keysIn(templates: readonly string[], language: TemplateLanguage): Set<string> {
  const keys = new Set<string>()
  for (const template of templates) {
    const { text, mentioned } = plainView(template, language)
    for (const { name } of [...findVariables(text), ...mentioned]) {
      const path = name.replace(/^data\./, '')
      keys.add(path)
      keys.add(path.split('.')[0] ?? path)
    }
  }
  return keys
}

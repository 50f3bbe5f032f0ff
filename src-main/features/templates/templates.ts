import { tell } from '../../../src-shared/messages/told'
import type { UsedBy } from '../../../src-shared/bridge/catalogue'
import type { TemplateDetail, TemplateRow } from '../../../src-shared/bridge/templates'
import type { CreateTemplateRequest, Template } from '../../../src-shared/interface/template'
import { workflowSchema } from '../../../src-shared/interface/workflow'
import type { Cache } from '../../cache/store'
import { problem } from '../../core/problems'
import { instantOf } from '../../../src-shared/instants'
import {
  pageOf,
  recordOf,
  refuseMistyped,
  type CatalogueChange,
  type CataloguePage,
  type CatalogueSlice,
  type CatalogueWriting,
} from '../catalogue'

/** What templates are read and written with. */
interface TemplateTools {
  cache: Pick<Cache, 'catalogue' | 'runs'>
  writing: CatalogueWriting
}

/** What uses templates, by the template's id. */
interface TemplateUses {
  of: Map<string, UsedBy[]>
  /** Workflows whose steps the copy does not hold. */
  workflowsNotRead: number
}

/** The templates of a profile: read from the copy, written at the service. */
export class Templates {
  constructor(private readonly tools: TemplateTools) {}

  /** A slice of the list, as the copy holds it. */
  async page(asked: CatalogueSlice): Promise<CataloguePage<TemplateRow>> {
    const { of } = await this.#uses(null)
    return pageOf(this.tools.cache, 'templates', asked, (template) =>
      rowOf(template, of.get(template.id) ?? []),
    )
  }

  /** A template whole. Rejects with `not_found` where the copy does not hold it. */
  async get(id: string): Promise<TemplateDetail> {
    return this.#detail(await this.#known(id))
  }

  /** Makes a template at the service. */
  async create(body: CreateTemplateRequest): Promise<TemplateDetail> {
    const title = tell('told.createTemplate', { name: body.name })
    return this.#detail(await this.tools.writing.create('templates', body, title))
  }

  /** Changes a template at the service. `conflict` where it is another one there than `basis` says. */
  async update(wanted: Omit<CatalogueChange<'templates'>, 'title'>): Promise<TemplateDetail> {
    const { name } = await this.#known(wanted.id)
    const title = tell('told.changeTemplate', { name })
    return this.#detail(await this.tools.writing.update('templates', { ...wanted, title }))
  }

  /** Deletes a template at the service, where its name was typed. */
  async remove(id: string, typed: string): Promise<void> {
    const { name } = await this.#known(id)
    refuseMistyped(typed, name)
    await this.tools.writing.remove('templates', id, tell('told.deleteTemplate', { name }))
  }

  async #known(id: string): Promise<Template> {
    const template = await recordOf(this.tools.cache, 'templates', id)
    if (template !== null) return template
    throw problem('not_found', {
      title: tell('templates.templates.thisTemplateIsGone'),
      why: tell('words.itIsNoLongerInThe'),
    })
  }

  async #detail(template: Template): Promise<TemplateDetail> {
    const { of, workflowsNotRead } = await this.#uses(template.id)
    const usedBy = of.get(template.id) ?? []
    return {
      ...rowOf(template, usedBy),
      body: template.body,
      from: template.from ?? '',
      fromName: template.fromName ?? '',
      replyTo: template.replyTo ?? '',
      usedBy,
      workflowsNotRead,
      basis: template.updatedAt ?? null,
      raw: template,
    }
  }

  /** Campaigns with the very same body, then workflows with a step that sends it; of one template, or of all. */
  async #uses(templateId: string | null): Promise<TemplateUses> {
    const { catalogue } = this.tools.cache
    const of = new Map<string, UsedBy[]>()
    const add = (id: string, use: UsedBy) => of.set(id, [...(of.get(id) ?? []), use])
    for (const { templateId: id, status, ...campaign } of await catalogue.sameBody(templateId)) {
      add(id, { kind: 'campaign', id: campaign.id, name: campaign.name, state: status })
    }
    let workflowsNotRead = 0
    for (const record of await catalogue.all('workflows')) {
      const { id, name, enabled, steps } = workflowSchema.parse(record)
      if (steps === undefined) workflowsNotRead += 1
      const state = enabled ? 'enabled' : 'disabled'
      for (const sent of new Set(steps?.map((step) => step.templateId))) {
        if (sent && (templateId === null || sent === templateId))
          add(sent, { kind: 'workflow', id, name, state })
      }
    }
    return { of, workflowsNotRead }
  }
}

function rowOf(template: Template, usedBy: readonly UsedBy[]): TemplateRow {
  const { id, name, description, type, subject, createdAt, updatedAt } = template
  return {
    id,
    name,
    description: description ?? '',
    type,
    subject,
    createdAt: instantOf(createdAt),
    updatedAt: instantOf(updatedAt),
    uses: usedBy.length,
  }
}

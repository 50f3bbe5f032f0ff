import type { ContactMail } from '../../../../src-shared/bridge/events'
import type { ContactRow } from '../../../../src-shared/bridge/contacts'
import type {
  ExecutionRow,
  ExecutionWay,
  PassedStep,
  WorkedOut,
} from '../../../../src-shared/bridge/workflows'
import { instantOf } from '../../../../src-shared/instants'
import { templateSchema, type Template } from '../../../../src-shared/interface/template'
import { findVariables, ownVariables } from '../../../../src-shared/interface/template-text'
import { givenVariable, plainView } from '../../../../src-shared/interface/liquid-view'
import {
  onTheWay,
  type Execution,
  type ReceivedStep,
  type Workflow,
} from '../../../../src-shared/interface/workflow'
import { branchKey, branchOf } from '../../../../src-shared/workflows/deployed-steps'
import type { Cache } from '../../../cache/store'
import { languageOf } from '../../catalogue'
import { mailsOfContact, subjectBecame } from '../../events'
import { eventOf } from '../trigger'
import type { Passed, StepWays } from './step-ways'
import { dueOf, type Happened, timesOf } from './times'

/** An event that starts a workflow comes so long before the execution at the most (milliseconds). */
const startsWithin = 60_000

/** People's ways through one workflow: where they stand, since when, and how they came there. */
export class ExecutionWays {
  readonly #templates = new Map<string, Template>()

  constructor(
    private readonly cache: Pick<Cache, 'events' | 'catalogue' | 'audience' | 'capabilities'>,
    private readonly workflow: Workflow,
    private readonly ways: StepWays,
  ) {}

  async row(execution: Execution, contact: ContactRow | undefined): Promise<ExecutionRow> {
    const { id, contactId, status, currentStepId, exitReason } = execution
    const completedAt = instantOf(execution.completedAt)
    const step = this.#step(currentStepId)
    const since = await this.#since(execution)
    return {
      ...{ id, status, completedAt, since },
      contactId: contactId ?? null,
      email: contact?.email ?? null,
      data: contact?.data ?? {},
      stepId: currentStepId ?? null,
      step: step?.name ?? step?.type ?? currentStepId ?? null,
      exitReason: exitReason ?? null,
      startedAt: instantOf(execution.startedAt),
      due: status === 'WAITING' ? dueOf(step, since) : null,
    }
  }

  async way(execution: Execution, contact: ContactRow | undefined): Promise<ExecutionWay> {
    const { passed, whole } = this.ways.to(execution.currentStepId ?? null)
    await this.#readTemplates()
    const mails = await this.#mails(execution)
    const times = await timesOf(passed, this.#began(execution), this.#happened(execution, mails))
    const event = await this.#startingEvent(execution)
    return {
      execution: await this.row(execution, contact),
      passed: passed.map(({ step, branch }, at): PassedStep => {
        const time = times[at] ?? null
        return {
          ...{ id: step.id, at: time, mail: this.#mailOf(step, mails, time) },
          branch: this.#shown(step, branch),
          event: step.type === 'TRIGGER' ? event : null,
        }
      }),
      whole,
      ahead: execution.currentStepId ? this.ways.ahead(execution.currentStepId) : 0,
      values: await this.#values(contact),
    }
  }

  #step(id: string | null | undefined): ReceivedStep | undefined {
    return this.workflow.steps?.find((step) => step.id === id)
  }

  /** A workflow that was changed after somebody began may have had other delays when they came by. */
  #began({ startedAt }: Execution): WorkedOut | null {
    const at = instantOf(startedAt)
    return at === null ? null : { at, about: (instantOf(this.workflow.updatedAt) ?? 0) > at }
  }

  async #since(execution: Execution): Promise<WorkedOut | null> {
    const completedAt = instantOf(execution.completedAt)
    if (!onTheWay.includes(execution.status))
      return completedAt === null ? null : { at: completedAt, about: false }
    const { passed, whole } = this.ways.to(execution.currentStepId ?? null)
    if (!whole) return null
    const began = this.#began(execution)
    const times = await timesOf(passed, began, this.#happened(execution, null))
    const since = times.at(-1) ?? null
    // Where nothing was waited for, it is the start itself, whatever was changed since.
    return since !== null && since.at === began?.at ? { ...since, about: false } : since
  }

  /** `mails`: those that the contact got; null: they are read where they are needed. */
  #happened({ contactId, startedAt }: Execution, mails: readonly ContactMail[] | null): Happened {
    const began = instantOf(startedAt) ?? 0
    return {
      event: async (name, from, before) => {
        if (!contactId) return null
        const query = { names: [name], contactId, from, to: before, search: '' }
        const { rows } = await this.cache.events.page({ query, slice: { offset: 0, limit: 100 } })
        return rows.at(-1)?.createdAt ?? null
      },
      mail: async (step) => {
        if (!contactId) return null
        await this.#readTemplates()
        const known = mails ?? (await mailsOfContact(this.cache, contactId)).mails
        const got = known.filter(({ sentAt }) => (sentAt ?? 0) >= began)
        return this.#mailOf(step, got, null)?.sentAt ?? null
      },
    }
  }

  async #mails({ contactId, startedAt }: Execution): Promise<ContactMail[]> {
    const began = instantOf(startedAt) ?? 0
    const { mails } = contactId ? await mailsOfContact(this.cache, contactId) : { mails: [] }
    return mails.filter(({ sentAt }) => sentAt !== null && sentAt >= began - startsWithin)
  }

  /** The mail of a step among those that somebody got: by its subject, the nearest to when they came to the step. */
  #mailOf(step: ReceivedStep, mails: readonly ContactMail[], time: WorkedOut | null): ContactMail | null {
    const subject = this.#templates.get(step.templateId ?? '')?.subject
    if (step.type !== 'SEND_EMAIL' || subject === undefined) return null
    const own = mails.filter(({ title, campaignId }) => campaignId === null && subjectBecame(subject, title))
    const away = ({ sentAt }: ContactMail): number => Math.abs((sentAt ?? 0) - (time?.at ?? 0))
    return own.sort((a, b) => away(a) - away(b))[0] ?? null
  }

  #shown(step: Passed['step'], branch: string | null): string | null {
    const way = step.outgoingTransitions.find((one) => branch !== null && branchKey(one) === branch)
    return way === undefined ? null : branchOf(step, way)
  }

  async #startingEvent({ contactId, startedAt }: Execution): Promise<unknown> {
    const name = eventOf(this.workflow)
    const at = instantOf(startedAt)
    if (name === null || at === null || !contactId) return null
    const query = { names: [name], contactId, from: at - startsWithin, to: at + 1000, search: '' }
    const { rows } = await this.cache.events.page({ query, slice: { offset: 0, limit: 1 } })
    return rows[0]?.data ?? null
  }

  async #readTemplates(): Promise<void> {
    if (this.#templates.size > 0) return
    for (const record of await this.cache.catalogue.all('templates')) {
      const template = templateSchema.parse(record)
      this.#templates.set(template.id, template)
    }
  }

  /** The variables of its mails, those of ours aside, in the order in which they come. */
  async #values(contact: ContactRow | undefined): Promise<ExecutionWay['values']> {
    const language = await languageOf(this.cache)
    const names = new Set<string>()
    for (const { templateId } of this.workflow.steps ?? []) {
      const template = this.#templates.get(templateId ?? '')
      for (const text of template ? [template.subject, template.body] : []) {
        for (const { name } of findVariables(plainView(text, language).text))
          names.add(name.replace(/^data\./, ''))
      }
    }
    return [...names]
      .filter((name) => name !== givenVariable && !ownVariables.some((own) => own === name))
      .map((name) => ({ name, value: contact?.data[name] ?? null }))
  }
}

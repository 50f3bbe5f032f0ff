import { tell, type ToldSentence } from '../../../src-shared/messages/told'
import type { Slice } from '../../../src-shared/bridge/base'
import type { ContactRow } from '../../../src-shared/bridge/contacts'
import type {
  ExecutionRow,
  ExecutionWay,
  WorkflowDetail,
  WorkflowRow,
} from '../../../src-shared/bridge/workflows'
import { templateSchema } from '../../../src-shared/interface/template'
import {
  onTheWay,
  type Execution,
  executionSchema,
  type UpdateWorkflowRequest,
  type Workflow,
} from '../../../src-shared/interface/workflow'
import { mostExecutions, type PartsOf } from '../catalogue/store'
import type { Cache } from '../../cache/store'
import { isProblem, problem } from '../../core/problems'
import { branchTaken, type Question } from '../../../src-shared/workflows/branch-taken'
import { branchOf } from '../../../src-shared/workflows/deployed-steps'
import { instantOf } from '../../../src-shared/instants'
import { stepWords } from '../../../src-shared/workflows/step-words'
import { readExecutions } from './executions'
import { draftOf, positionOf } from './steps/draft-of'
import { stepFormOf } from './steps/step-form'
import { eventOf } from './trigger'
import { ExecutionWays } from './ways/execution-ways'
import { StepWays } from './ways/step-ways'
import {
  type CatalogueChange,
  type CataloguePage,
  type CatalogueSlice,
  type CatalogueWriting,
  pageOf,
  recordOf,
  refuseMistyped,
  type WritingAccess,
} from '../catalogue'

/** What workflows are read and written with. */
interface WorkflowTools {
  cache: Cache
  access: WritingAccess
  writing: CatalogueWriting
  /** Reads the executions of a workflow into the copy, ahead of everything in the background. */
  readParts(of: PartsOf): Promise<void>
}

interface ExecutionsAsked {
  id: string
  /** null: any. */
  statuses: string[] | null
  /** The id of the step they stand at; null: any. */
  step: string | null
  slice: Slice
}

/** A question that is being written, and the step after whose comers are counted. */
interface BranchesAsked {
  id: string
  step: string
  field: string
  questions: readonly Question[]
}

/** Workflows as the copy holds them, and what is done to them. Reads work offline; writes and `refresh` do not. */
export class Workflows {
  constructor(private readonly tools: WorkflowTools) {}

  async page(asked: CatalogueSlice): Promise<CataloguePage<WorkflowRow>> {
    const counts = await this.#executionsByStatus()
    return pageOf(this.tools.cache, 'workflows', asked, (workflow) =>
      rowOf(workflow, counts.get(workflow.id) ?? {}),
    )
  }

  /** Rejects with `not_found` where the copy has no such workflow. */
  async get(id: string): Promise<WorkflowDetail> {
    const { cache } = this.tools
    const workflow = await recordOf(cache, 'workflows', id)
    if (workflow === null) throw gone()
    const [counts, executionsAsOf, steps, stepForm] = await Promise.all([
      this.#executionsByStatus(),
      this.#executionsAsOf(id),
      this.#steps(workflow),
      stepFormOf(cache),
    ])
    return {
      ...rowOf(workflow, counts.get(id) ?? {}),
      steps,
      draft: draftOf(workflow),
      stepForm,
      executionsAsOf,
      executionsUnread: await cache.unread.count({ resource: 'workflows', owner: id }),
      basis: workflow.updatedAt ?? null,
      raw: workflow,
    }
  }

  /** Reads the workflow and its executions from the service. Rejects as the service answers, or with `offline`. */
  async refresh(id: string): Promise<WorkflowDetail> {
    const { access, writing, readParts } = this.tools
    if (access.problem) throw problem(access.problem.code, access.problem)
    if (!access.online) throw problem('offline', { why: tell('workflows.workflows.theServiceCannotBe') })
    await writing.read('workflows', id)
    await readExecutions(id, readParts)
    return this.get(id)
  }

  async executions({ id, statuses, step, slice }: ExecutionsAsked) {
    const { cache } = this.tools
    const workflow = await recordOf(cache, 'workflows', id)
    const ways = new StepWays(workflow?.steps ?? [])
    const areOnTheWay = statuses !== null && statuses.every((status) => onTheWay.includes(status))
    const order = areOnTheWay ? ways.fromTheEnd() : null
    const [{ records, count }, counts, asOf] = await Promise.all([
      cache.executions.page({ workflow: id, statuses, step, order, slice }),
      this.#executionsByStatus(),
      this.#executionsAsOf(id),
    ])
    const executions = records.map((record) => executionSchema.parse(record))
    const contacts = await this.#contactsOf(executions)
    const told = workflow === null ? null : new ExecutionWays(cache, workflow, ways)
    const rows: ExecutionRow[] = []
    for (const execution of executions) {
      const row = await told?.row(execution, contacts.get(execution.contactId ?? ''))
      if (row) rows.push(row)
    }
    return { rows, count, byStatus: counts.get(id) ?? {}, asOf }
  }

  /** Rejects with `not_found` where the copy has no such workflow, or no such execution of it. */
  async way(id: string, execution: string): Promise<ExecutionWay> {
    const { cache } = this.tools
    const workflow = await recordOf(cache, 'workflows', id)
    const record = await cache.executions.one({ workflow: id, id: execution })
    if (workflow === null || record === null) throw gone()
    const found = executionSchema.parse(record)
    const contacts = await this.#contactsOf([found])
    const told = new ExecutionWays(cache, workflow, new StepWays(workflow.steps ?? []))
    return told.way(found, contacts.get(found.contactId ?? ''))
  }

  /** How many of those who came by a step take each branch of a question, and how many they are. */
  async countBranches({
    id,
    step,
    field,
    questions,
  }: BranchesAsked): Promise<{ of: number; counts: number[] }> {
    const { cache } = this.tools
    const workflow = await recordOf(cache, 'workflows', id)
    const steps = new StepWays(workflow?.steps ?? []).after(step)
    const people = await cache.contacts.rowsByIds(await cache.executions.contacts({ workflow: id, steps }))
    const taken = new Map<string, number>()
    for (const { email, subscribed, data } of people) {
      const branch = branchTaken({ field, questions, otherwise: '' }, { email, subscribed, data, event: {} })
      taken.set(branch, (taken.get(branch) ?? 0) + 1)
    }
    const branches = [...questions.map(({ branch }) => branch), '']
    return { of: people.length, counts: branches.map((branch) => taken.get(branch) ?? 0) }
  }

  async #contactsOf(executions: readonly Execution[]): Promise<Map<string, ContactRow>> {
    const ids = [...new Set(executions.flatMap(({ contactId }) => contactId ?? []))]
    const known = await this.tools.cache.contacts.rowsByIds(ids)
    return new Map(known.map((contact) => [contact.id, contact]))
  }

  async create(asked: {
    name: string
    eventName: string
    description: string
    allowReentry: boolean
  }): Promise<WorkflowDetail> {
    const { description, ...rest } = asked
    const { id } = await this.tools.writing.create(
      'workflows',
      { ...rest, enabled: false, ...(description !== '' && { description }) },
      tell('told.createWorkflow', { name: asked.name }),
    )
    return this.#whole(id)
  }

  async update(change: Omit<CatalogueChange<'workflows'>, 'title'>): Promise<WorkflowDetail> {
    const { id, changes } = change
    const { name } = await this.get(id)
    const { eventName } = changes
    // Deployed services know the event as part of this alone, and pass over the other name without a word.
    const whole = eventName === undefined ? changes : { ...changes, triggerConfig: { eventName } }
    await this.tools.writing.update('workflows', { ...change, changes: whole, title: titleOf(changes, name) })
    return this.#whole(id)
  }

  /** `name`: as it was typed. */
  async remove(id: string, name: string): Promise<void> {
    const record = await this.get(id)
    refuseMistyped(name, record.name)
    await this.tools.writing.remove('workflows', id, tell('told.deleteWorkflow', { name: record.name }))
  }

  /** After a write: services answer it without the steps. That it cannot be read now undoes nothing. */
  async #whole(id: string): Promise<WorkflowDetail> {
    const written = await this.get(id)
    if (written.steps !== null) return written
    try {
      await this.tools.writing.read('workflows', id)
    } catch (error) {
      if (!isProblem(error)) throw error
    }
    return this.get(id)
  }

  async #executionsAsOf(owner: string): Promise<number | null> {
    const slice = { offset: 0, limit: 1 }
    const asked = { list: 'executions' as const, owner, kinds: [], slice }
    return (await this.tools.cache.catalogueParts.page(asked)).asOf
  }

  async #executionsByStatus(): Promise<Map<string, Record<string, number>>> {
    const counts = new Map<string, Record<string, number>>()
    for (const { workflow, status, count } of await this.tools.cache.executions.counts()) {
      counts.set(workflow, { ...counts.get(workflow), [status]: count })
    }
    return counts
  }

  async #steps(workflow: Workflow): Promise<WorkflowDetail['steps']> {
    if (workflow.steps === undefined) return null
    const { cache } = this.tools
    const [found, templates] = await Promise.all([
      cache.executions.steps(workflow.id),
      cache.catalogue.all('templates'),
    ])
    const templateNames = new Map(
      templates.map((record) => {
        const { id, name } = templateSchema.parse(record)
        return [id, name]
      }),
    )
    const here = new Map<string | null, number>()
    const ever = new Map<string | null, number>()
    for (const { step, status, count } of found) {
      ever.set(step, (ever.get(step) ?? 0) + count)
      if (onTheWay.includes(status)) here.set(step, (here.get(step) ?? 0) + count)
    }
    const came = new StepWays(workflow.steps).cameBy(ever)
    const eventName = eventOf(workflow)
    return workflow.steps.map((step) => {
      const template = step.templateId ? (templateNames.get(step.templateId) ?? null) : null
      return {
        id: step.id,
        type: step.type,
        name: step.name ?? '',
        position: positionOf(step.position),
        words: stepWords(step, { eventName, template }),
        template: step.templateId ? { id: step.templateId, name: template } : null,
        here: here.get(step.id) ?? 0,
        came: came.get(step.id) ?? { sure: 0, unsure: 0 },
        config: step.config ?? null,
        ways: step.outgoingTransitions.map((transition) => ({
          to: transition.toStepId,
          branch: branchOf(step, transition),
        })),
      }
    })
  }
}

function rowOf(workflow: Workflow, executions: Record<string, number>): WorkflowRow {
  const counted = Object.values(executions).reduce((sum, count) => sum + count, 0)
  return {
    id: workflow.id,
    name: workflow.name,
    description: workflow.description ?? '',
    enabled: workflow.enabled,
    triggerType: workflow.triggerType ?? null,
    eventName: eventOf(workflow),
    allowReentry: workflow.allowReentry,
    executions,
    newestAlone: counted < mostExecutions ? null : counted,
    createdAt: instantOf(workflow.createdAt),
    updatedAt: instantOf(workflow.updatedAt),
  }
}

function titleOf({ enabled }: UpdateWorkflowRequest, name: string): ToldSentence {
  if (enabled === undefined) return tell('told.changeWorkflow', { name })
  return enabled ? tell('told.enableWorkflow', { name }) : tell('told.disableWorkflow', { name })
}

function gone() {
  return problem('not_found', {
    title: tell('workflows.executions.theWorkflowIsNot'),
    why: tell('workflows.workflows.theCopyHasNo'),
    action: tell('words.goBackToTheList'),
  })
}

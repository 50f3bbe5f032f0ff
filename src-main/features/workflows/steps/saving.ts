import { tell } from '../../../../src-shared/messages/told'
import { readExecutions } from '../executions'
import { type StepSavingTools, switchTo } from './saving-tools'
import type { StepsDraft } from '../../../../src-shared/bridge/workflow-steps'
import {
  onTheWay,
  type Workflow,
  updateWorkflowRequestSchema,
} from '../../../../src-shared/interface/workflow'
import { sameValue } from '../../../../src-shared/same-value'
import { problem } from '../../../core/problems'
import { draftOf, ordered } from './draft-of'
import { makeAll } from './one-at-a-time'
import { found, KeptProgress, type Progress } from './progress'
import { stepFormOf } from './step-form'
import { SecondWorkflow } from './second'

interface StepsToSave {
  id: string
  /** What was written from; null: whatever the service holds is written over. */
  base: StepsDraft | null
  draft: StepsDraft
  as: 'here' | 'second'
}

/**
 * Makes a workflow's steps those of a draft. A service that takes them together puts them under whoever is on the way. One
 * that takes one at a time changes no step while somebody is, so that a second workflow takes the first one's place; a
 * saving there that stopped half way is gone on with when it is asked for again.
 */
export class StepSaving {
  readonly #progress: KeptProgress

  constructor(private readonly tools: StepSavingTools) {
    this.#progress = new KeptProgress(tools)
  }

  /** The id of the workflow that has the steps now. Rejects with `conflict` where others are there, or people on the way. */
  async save({ id, base, draft, as }: StepsToSave): Promise<string> {
    const { writing, cache } = this.tools
    writing.refuse()
    const now = await writing.read('workflows', id)
    const stored = await this.#progress.find(id)
    // What was begun in the other way is of no use to this one, but for whether the workflow was enabled.
    const isGoneOnWith = stored !== null && (stored.second === null) === (as === 'here')
    if (!isGoneOnWith && base !== null) refuseOthers(now, base)
    const enabled = stored?.enabled ?? now.enabled
    const begun = isGoneOnWith ? stored : { made: {}, began: stepIds(now), second: null, enabled }
    if ((await stepFormOf(cache)) === 'together') await this.#together(now, draft)
    else if (as === 'second') {
      const second = new SecondWorkflow(this.tools, this.#progress)
      return second.make({ first: now, draft, progress: begun })
    } else {
      await this.#refuseLive(id)
      await this.#oneAtATime(now, draft, begun)
    }
    await writing.read('workflows', id)
    return id
  }

  async #together(now: Workflow, draft: StepsDraft): Promise<void> {
    await this.tools.writing.update('workflows', {
      id: now.id,
      changes: stepsBody(draft),
      basis: now.updatedAt ?? null,
      title: tell('told.changeSteps', { name: now.name }),
    })
  }

  /** Nobody starts a workflow while it is half changed. */
  async #oneAtATime(now: Workflow, draft: StepsDraft, begun: Progress): Promise<void> {
    const progress = found(begun, now, draft)
    await this.#progress.put(now.id, progress)
    if (now.enabled) await switchTo(false, now, this.tools.writing)
    await makeAll({ ...this.tools, progress: this.#progress }, { now, of: now.id, draft, begun: progress })
    if (progress.enabled) await switchTo(true, now, this.tools.writing)
    await this.#progress.end(now.id)
  }

  async #refuseLive(id: string): Promise<void> {
    const { readParts, cache } = this.tools
    await readExecutions(id, readParts)
    const live = (await cache.executions.counts())
      .filter(({ workflow, status }) => workflow === id && onTheWay.includes(status))
      .reduce((sum, { count }) => sum + count, 0)
    if (live === 0) return
    throw problem('conflict', {
      title: tell('workflows.saving.peopleAreOnThe'),
      why: tell('workflows.saving.liveAreByNow', { live }),
      action: tell('workflows.saving.saveItAsA'),
      serviceCode: 'live_runs',
    })
  }
}

function stepIds({ steps = [] }: Workflow): string[] {
  return steps.map(({ id }) => id)
}

function refuseOthers(now: Workflow, base: StepsDraft): void {
  const held = draftOf(now)
  if (held !== null && sameValue(ordered(held), ordered(base))) return
  throw problem('conflict', {
    title: tell('workflows.saving.somebodyElseChangedThe'),
    why: tell('workflows.saving.theServiceHoldsOthers'),
    action: tell('workflows.saving.lookAtWhatIs'),
  })
}

/** The steps as the specified interface takes them. Rejects with `input_invalid` and every fault, by field. */
function stepsBody({ steps, ways }: StepsDraft) {
  const { success, data, error } = updateWorkflowRequestSchema.safeParse({
    steps: steps.map(({ id, type, name, position, template, config }) => ({
      ...{ id, type, config, templateId: template },
      ...(name === '' ? {} : { name }),
      ...(position === null ? {} : { position }),
    })),
    transitions: ways.map(({ from, to, branch }) => ({
      fromStepId: from,
      toStepId: to,
      ...(branch === '' ? {} : { condition: { branch } }),
    })),
  })
  if (success) return { steps: data.steps ?? [], transitions: data.transitions ?? [] }
  throw problem('input_invalid', {
    fields: error.issues.map(({ path, message }) => ({ field: path.join('.'), message })),
  })
}

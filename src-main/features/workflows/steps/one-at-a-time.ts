import { tell } from '../../../../src-shared/messages/told'
import { t } from '../../../../src-shared/messages/message'
import type { StepsDraft } from '../../../../src-shared/bridge/workflow-steps'
import type { Workflow } from '../../../../src-shared/interface/workflow'
import { stepRequest } from '../../../core/client/workflow-steps'
import { asProblem, isProblem, problem } from '../../../core/problems'
import type { CatalogueWriting } from '../../catalogue'
import { planOf } from './plan'
import { type KeptProgress, type Progress, translated } from './progress'

/**
 * Makes every change that is left, keeping the id of each step that is made. What is refused rejects with how far it
 * came; `of`: whose progress it is.
 */
export async function makeAll(
  { writing, progress }: { writing: CatalogueWriting; progress: KeptProgress },
  { now, of, draft, begun }: { now: Workflow; of: string; draft: StepsDraft; begun: Progress },
): Promise<void> {
  const made = { ...begun.made }
  const plan = planOf(now, translated(draft, made))
  for (const [at, { call, makes, words }] of plan.entries()) {
    const one = call((step) => made[step] ?? step)
    const write = {
      title: tell('told.workflowStep', { workflow: now.name, change: words }),
      ...stepRequest(now.id, one),
    }
    try {
      const id = await writing.make(write, (client) => client.changeSteps(now.id, one, { priority: 'click' }))
      if (makes !== null && id !== null) {
        made[makes] = id
        await progress.put(of, { ...begun, made })
      }
    } catch (error) {
      // What was to be deleted is gone already.
      if (isProblem(error, 'not_found') && one.kind.startsWith('delete')) continue
      throw stopped(error, at, plan.length)
    }
  }
}

function stopped(error: unknown, done: number, all: number): Error {
  const { problem: found } = asProblem(error)
  const far = t('workflows.oneAtATime.doneOfAllChanges', { done, all })
  return problem(found.code, {
    ...found,
    title: tell('workflows.oneAtATime.theStepsAreSaved'),
    why: `${found.why} ${far}`,
    action: tell('workflows.oneAtATime.saveAgainItGoes'),
  })
}

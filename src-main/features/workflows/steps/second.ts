import { t } from '../../../../src-shared/messages/message'
import { tell } from '../../../../src-shared/messages/told'
import { type StepSavingTools, switchTo } from './saving-tools'
import type { StepsDraft } from '../../../../src-shared/bridge/workflow-steps'
import { type Workflow, workflowSchema } from '../../../../src-shared/interface/workflow'
import { recordPath } from '../../../core/client/catalogue'
import { asProblem, isProblem, problem, succeeds } from '../../../core/problems'
import { eventOf } from '../trigger'
import { draftOf } from './draft-of'
import { makeAll } from './one-at-a-time'
import { found, type KeptProgress, type Progress } from './progress'

/** What a second workflow is made of. */
interface SecondAsked {
  first: Workflow
  draft: StepsDraft
  progress: Progress
}

/** A workflow that takes another one's place: whoever is on the way through that one finishes there. */
export class SecondWorkflow {
  constructor(
    private readonly tools: StepSavingTools,
    private readonly progress: KeptProgress,
  ) {}

  /** The id of the new one, which is enabled if the first one was. Where it cannot be made whole, it is deleted again. */
  async make(asked: SecondAsked): Promise<string> {
    const { first, progress } = asked
    const second = await this.#begin(asked)
    try {
      await this.#fill(second, asked)
    } catch (error) {
      throw await this.#takenBack(first.id, second, error)
    }
    if (progress.enabled) await this.#switch(first, second)
    await this.progress.end(first.id)
    await this.tools.writing.read('workflows', second.id)
    return second.id
  }

  /** Disabled, under a name of its own; one that was begun before is gone on with. */
  async #begin({ first, progress }: SecondAsked): Promise<Workflow> {
    const { writing } = this.tools
    if (progress.second !== null) {
      try {
        return await writing.read('workflows', progress.second)
      } catch (error) {
        if (!isProblem(error, 'not_found')) throw error
      }
    }
    const name = await this.#freeName(first.name)
    const { id } = await writing.create(
      'workflows',
      {
        ...{ name, eventName: eventOf(first) ?? '', enabled: false, allowReentry: first.allowReentry },
        ...(first.description ? { description: first.description } : {}),
      },
      tell('told.createWorkflow', { name }),
    )
    await this.progress.put(first.id, { ...progress, made: {}, second: id })
    return writing.read('workflows', id)
  }

  /** Its start is there already, as the service makes it. */
  async #fill(second: Workflow, { first, draft, progress }: SecondAsked): Promise<void> {
    const held = draftOf(second)?.steps ?? []
    const start = held.find(({ type }) => type === 'TRIGGER')
    const own = draft.steps.find(({ type }) => type === 'TRIGGER')
    const stored = (await this.progress.find(first.id)) ?? progress
    const began = { ...stored, began: start ? [start.id] : [] }
    const begun = start && own ? { ...began, made: { ...stored.made, [own.id]: start.id } } : began
    const steps = draft.steps.map((step) =>
      step.id === own?.id && start ? { ...start, id: own.id, name: own.name } : step,
    )
    const whole = { steps, ways: draft.ways }
    await makeAll(
      { writing: this.tools.writing, progress: this.progress },
      { now: second, of: first.id, draft: whole, begun: found(begun, second, whole) },
    )
  }

  async #freeName(name: string): Promise<string> {
    const all = await this.tools.cache.catalogue.all('workflows')
    const taken = new Set(all.map((record) => workflowSchema.parse(record).name))
    const bare = name.replace(/, \d+$/, '')
    let number = 2
    while (taken.has(`${bare}, ${number}`)) number += 1
    return `${bare}, ${number}`
  }

  /** Disables the first before it enables the second: in between an event starts neither, where it would start both. */
  async #switch(first: Workflow, second: Workflow): Promise<void> {
    const { writing } = this.tools
    await switchTo(false, first, writing)
    try {
      await switchTo(true, second, writing)
    } catch (error) {
      const { problem: cause } = asProblem(error)
      const back = await succeeds(() => this.#enableAgain(first))
      const now = back ? t('workflows.second.theFirstOneRuns') : t('workflows.second.bothAreDisabledNobody')
      throw problem(cause.code, {
        ...cause,
        title: tell('workflows.second.theSecondWorkflowCould'),
        why: `${cause.why} ${now}`,
        action: back ? tell('workflows.second.saveAgainToTry') : tell('workflows.second.enableOneOfThem'),
      })
    }
  }

  /** Also where the service has just failed so often that it counts as away. */
  async #enableAgain({ id, name }: Workflow): Promise<void> {
    const body = { enabled: true }
    const write = {
      title: tell('told.enableWorkflowAgain', { name }),
      method: 'PATCH',
      path: recordPath('workflows', id),
    } as const
    await this.tools.writing.make(
      { ...write, body },
      (client) => client.updateRecord('workflows', id, body, { priority: 'click' }),
      { takesBack: true },
    )
  }

  /** What is half made is deleted; where that fails too it stays, disabled, and is gone on with. */
  async #takenBack(first: string, { id, name }: Workflow, error: unknown): Promise<Error> {
    const { problem: cause } = asProblem(error)
    const gone = await succeeds(() =>
      this.tools.writing.remove('workflows', id, tell('told.deleteWorkflow', { name })),
    )
    if (gone) await this.progress.end(first)
    const now = gone
      ? t('workflows.second.itWasDeletedAgain')
      : t('workflows.second.nameStaysDisabledAnd', { name })
    return problem(cause.code, {
      ...cause,
      title: tell('workflows.second.theSecondWorkflowCould2'),
      why: tell('workflows.second.whyNowTheFirst', { why: cause.why, now }),
      action: gone ? tell('workflows.second.saveAgainWhenIt') : tell('workflows.second.saveAgainItGoes'),
    })
  }
}

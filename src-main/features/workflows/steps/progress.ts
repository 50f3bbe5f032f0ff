import type { Clock } from '../../../core/clock'
import { z } from 'zod'
import { lazyObject } from '../../../../src-shared/lazily'
import type { DraftStep, StepsDraft } from '../../../../src-shared/bridge/workflow-steps'
import type { Workflow } from '../../../../src-shared/interface/workflow'
import { sameValue } from '../../../../src-shared/same-value'
import type { Cache } from '../../../cache/store'
import { draftOf } from './draft-of'

const progressSchema = lazyObject(() => ({
  /** The service's ids of steps that were made, by the draft's. */
  made: z.record(z.string(), z.string()),
  /** The steps that were there when it began. */
  began: z.array(z.string()),
  /** The second workflow that is being made; null: none is. */
  second: z.string().nullable(),
  /** The workflow was enabled when it began. */
  enabled: z.boolean(),
}))
/** How far a saving of steps came: what is made by a call of its own is not made twice when it is gone on with. */
export type Progress = z.infer<typeof progressSchema>

const kind = 'workflowSaving'

/** Keeps how far savings came, in the copy of their profile: they outlive a kill. */
export class KeptProgress {
  constructor(private readonly tools: { cache: Pick<Cache, 'drafts'>; clock: Clock }) {}

  async find(workflow: string): Promise<Progress | null> {
    const stored = await this.tools.cache.drafts.get({ kind, of: workflow })
    return progressSchema.safeParse(stored?.content).data ?? null
  }

  async put(workflow: string, progress: Progress): Promise<void> {
    await this.tools.cache.drafts.put({ kind, of: workflow, content: progress, now: this.tools.clock.now() })
  }

  async end(workflow: string): Promise<void> {
    await this.tools.cache.drafts.remove({ kind, of: workflow })
  }
}

/**
 * Finds steps again that were made although no answer came: of the kind, name and settings of one that is still to be
 * made, and not there when the saving began.
 */
export function found(progress: Progress, now: Workflow, draft: StepsDraft): Progress {
  const taken = new Set([...progress.began, ...Object.values(progress.made)])
  const unknown = (draftOf(now)?.steps ?? []).filter(({ id }) => !taken.has(id))
  const made = { ...progress.made }
  for (const step of draft.steps) {
    if (taken.has(step.id) || made[step.id] !== undefined) continue
    const at = unknown.findIndex((one) => isSame(one, step))
    if (at >= 0) made[step.id] = unknown.splice(at, 1)[0]?.id ?? ''
  }
  return { ...progress, made }
}

function isSame(one: DraftStep, other: DraftStep): boolean {
  return (
    one.type === other.type &&
    one.name === other.name &&
    one.template === other.template &&
    sameValue(one.config, other.config)
  )
}

/** The draft with the service's ids in place of its own, where it knows them. */
export function translated({ steps, ways }: StepsDraft, made: Record<string, string>): StepsDraft {
  const id = (own: string) => made[own] ?? own
  return {
    steps: steps.map((step) => ({ ...step, id: id(step.id) })),
    ways: ways.map(({ from, to, branch }) => ({ from: id(from), to: id(to), branch })),
  }
}

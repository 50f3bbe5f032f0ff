import { z } from 'zod'
import { lazyObject, lazySchema } from '../../../../src-shared/lazily'
import type { DraftTransition, StepsDraft } from '../../../../src-shared/bridge/workflow-steps'
import type { Workflow } from '../../../../src-shared/interface/workflow'
import { branchKey } from '../../../../src-shared/workflows/deployed-steps'

const positionSchema = lazyObject(() => ({ x: z.number(), y: z.number() }))
const configSchema = lazySchema(() => z.record(z.string(), z.unknown()))

/** Where a step stands, where its author said so in a way that can be drawn. */
export function positionOf(position: unknown): { x: number; y: number } | null {
  return positionSchema.safeParse(position).data ?? null
}

/** The steps of a workflow as the editor writes them; null where the service was not asked for them yet. */
export function draftOf({ steps }: Workflow): StepsDraft | null {
  if (steps === undefined) return null
  return {
    steps: steps.map(({ id, type, name, position, config, templateId }) => ({
      id,
      type,
      name: name ?? '',
      position: positionOf(position),
      template: templateId ?? null,
      config: configSchema.safeParse(config).data ?? {},
    })),
    ways: steps.flatMap((step) =>
      step.outgoingTransitions.map((way) => ({
        from: step.id,
        to: way.toStepId,
        branch: branchKey(way),
      })),
    ),
  }
}

/** What tells a way from every other. */
export function wayKey({ from, to, branch }: DraftTransition): string {
  return JSON.stringify([from, to, branch])
}

/** The same draft in whatever order it was written: services answer ways in an order of their own. */
export function ordered({ steps, ways }: StepsDraft): StepsDraft {
  const by =
    <T>(key: (one: T) => string) =>
    (a: T, b: T) =>
      key(a) < key(b) ? -1 : 1
  return { steps: [...steps].sort(by(({ id }) => id)), ways: [...ways].sort(by(wayKey)) }
}

import { atomic } from '../../http/atomic'
import { Hono } from 'hono'
import { deployedWay } from '../../dialect/deployed-workflow'
import { looseBody } from '../../http/deployed/loose-body'
import { flat, missing, plain } from '../../http/deployed/refusals'
import { type Env, requireKey } from '../../http/guards'
import { json, nothing } from '../../http/respond'
import type { ServiceContext } from '../../service-context'
import type { StoredStep, StoredTransition } from '../../store/workflow-parts'
import { downstream, type WorkflowAccess } from './workflow-parts'

/** /workflows/:id/transitions (deployed.md section 7). */
export function deployedTransitionRoutes(
  { db, dialect: { ids }, clock }: ServiceContext,
  { parts, named, changing }: WorkflowAccess,
): Hono<Env> {
  const app = new Hono<Env>()
  const atomically = atomic(db)
  app.use(requireKey('secret'))

  app.post('/:id/transitions', atomically, async (c) => {
    const row = await named(c)
    const body = looseBody(c)
    const steps = await parts.steps(row.seq)
    const stepAt = (key: string): StoredStep => {
      const id = body.text(key)
      if (!id) throw flat(400, `${key} is required`)
      const seq = ids.decode('step', id)
      const step = steps.find((each) => each.seq === seq)
      if (step) return step
      throw missing('Workflow step')
    }
    const [from, to] = [stepAt('fromStepId'), stepAt('toStepId')]
    const condition = body.any('condition') ?? null
    const waitOutcome = body.oneOf('waitOutcome', ['EVENT', 'TIMEOUT']) ?? null
    const fault = faultOf({ from, to, condition, waitOutcome }, await parts.transitions(row.seq))
    if (fault !== null) throw plain(400, fault)
    const way = {
      ...{ from: from.seq, to: to.seq, waitOutcome },
      condition: condition === null ? null : JSON.stringify(condition),
      priority: body.number('priority') ?? 0,
    }
    const made = await changing(() => parts.connect(row.seq, way, clock.now()))
    return json(c, deployedWay(made, ids, row.createdAt), 201)
  })

  app.delete('/:id/transitions/:transition', atomically, async (c) => {
    const row = await named(c)
    const seq = ids.decode('transition', c.req.param('transition'))
    const way = (await parts.transitions(row.seq)).find((each) => each.seq === seq)
    if (!way) throw missing('Workflow transition')
    await changing(() => parts.disconnect(way.seq))
    return nothing(c)
  })

  return app
}

/** Why two steps may not be connected like this; null where they may. */
function faultOf(
  way: { from: StoredStep; to: StoredStep; condition: unknown; waitOutcome: string | null },
  transitions: readonly StoredTransition[],
): string | null {
  const { from, to, condition, waitOutcome } = way
  if (downstream(to.seq, transitions).has(from.seq)) return 'Transitions must not form a loop'
  if (from.type === 'EXIT') return 'An exit step cannot have outgoing transitions'
  if (condition !== null && from.type !== 'CONDITION') return 'Only condition steps can have branches'
  if (from.type === 'WAIT_FOR_EVENT' && waitOutcome === null) {
    return 'Transitions out of a wait need waitOutcome EVENT or TIMEOUT'
  }
  const branches = from.type === 'CONDITION' || from.type === 'WAIT_FOR_EVENT'
  const taken = transitions.some((each) => each.from === from.seq)
  return !branches && taken ? 'The step has an outgoing transition already' : null
}

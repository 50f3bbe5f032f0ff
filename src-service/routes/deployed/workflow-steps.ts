import { atomic } from '../../http/atomic'
import { Hono } from 'hono'
import { stepTypes } from '../../../src-shared/interface/workflow'
import { deployedStep } from '../../dialect/deployed-workflow'
import { filled } from '../../http/deployed/changed'
import { type LooseBody, looseBody } from '../../http/deployed/loose-body'
import { flat, plain } from '../../http/deployed/refusals'
import { type Env, requireKey } from '../../http/guards'
import { json, nothing } from '../../http/respond'
import type { ServiceContext } from '../../service-context'
import type { NewTransition, StoredStep } from '../../store/workflow-parts'
import { downstream, type WorkflowAccess } from './workflow-parts'

/**
 * /workflows/:id/steps and what is below it (deployed.md section 7): what a step is told is read when it runs.
 * In one piece: it is a table of routes.
 */
export function deployedStepRoutes(
  { db, dialect: { ids }, clock }: ServiceContext,
  access: WorkflowAccess,
): Hono<Env> {
  const { parts, named, changing } = access
  const app = new Hono<Env>()
  const atomically = atomic(db)
  app.use(requireKey('secret'))

  app.post('/:id/steps', atomically, async (c) => {
    const row = await named(c)
    const body = looseBody(c)
    const absent = ['type', 'name', 'position', 'config'].find((key) => !body.any(key))
    if (absent !== undefined) throw flat(400, `${absent} is required`)
    const type = filled(body.oneOf('type', stepTypes), 'EXIT')
    const steps = await parts.steps(row.seq)
    if (type === 'TRIGGER' && steps.some((step) => step.type === 'TRIGGER')) {
      throw plain(400, 'A workflow can only have one trigger step')
    }
    const part = {
      type,
      name: filled(body.text('name'), ''),
      position: filled(jsonOf(body, 'position'), ''),
      config: filled(jsonOf(body, 'config'), ''),
      template: await access.template(body.text('templateId')),
    }
    const autoConnect = body.flag('autoConnect') ?? true
    const leaf = autoConnect ? await lastLeaf(row.seq, steps) : undefined
    const made = await changing(async () => {
      const step = await parts.addStep(row.seq, part, clock.now())
      if (leaf) await parts.connect(row.seq, firstWay(leaf, step), clock.now())
      return step
    })
    return json(c, deployedStep(made, ids, { since: row.createdAt }), 201)
  })

  /** The newest step that nothing follows, though something may. */
  async function lastLeaf(workflow: number, steps: readonly StoredStep[]): Promise<StoredStep | undefined> {
    const sources = new Set((await parts.transitions(workflow)).map(({ from }) => from))
    return steps.filter((step) => step.type !== 'EXIT' && !sources.has(step.seq)).at(-1)
  }

  app.patch('/:id/steps/:step', atomically, async (c) => {
    const { workflow, step } = await access.step(c)
    const body = looseBody(c)
    if ((body.has('config') || body.has('templateId')) && (await parts.isLive(workflow.seq))) {
      throw plain(409, 'Cannot change a step while there are active executions')
    }
    const templateId = body.text('templateId')
    const part = {
      type: step.type,
      name: filled(body.text('name'), step.name),
      position: filled(jsonOf(body, 'position'), step.position),
      config: filled(jsonOf(body, 'config'), step.config),
      template: templateId === undefined ? step.template : await access.template(templateId),
    }
    await changing(() => parts.changeStep({ ...part, seq: step.seq, now: clock.now() }))
    const after = (await parts.steps(workflow.seq)).find(({ seq }) => seq === step.seq) ?? step
    return json(c, deployedStep(after, ids, { since: workflow.createdAt }))
  })

  app.delete('/:id/steps/:step', atomically, async (c) => {
    const { workflow, step } = await access.step(c)
    if (step.type === 'TRIGGER') throw plain(400, 'Cannot delete the trigger step')
    const transitions = await parts.transitions(workflow.seq)
    await changing(async () => {
      if (c.req.query('splice') !== 'true') return parts.removeSteps([...downstream(step.seq, transitions)])
      const before = transitions.filter(({ to }) => to === step.seq)
      const next = transitions.find(({ from }) => from === step.seq)
      await parts.removeSteps([step.seq])
      // Whatever led to it leads to what came first after it.
      if (next)
        for (const way of before) await parts.connect(workflow.seq, { ...way, to: next.to }, clock.now())
    })
    return nothing(c)
  })

  return app
}

/** JSON text of a key's value; null and undefined as they are. */
function jsonOf(body: LooseBody, key: string): string | null | undefined {
  const value = body.any(key)
  return value === null || value === undefined ? value : JSON.stringify(value)
}

/** What a first way out of a step is for, where it branches. */
function firstWay(from: StoredStep, to: StoredStep): NewTransition {
  return {
    from: from.seq,
    to: to.seq,
    condition: from.type === 'CONDITION' ? JSON.stringify({ branch: 'yes' }) : null,
    waitOutcome: from.type === 'WAIT_FOR_EVENT' ? 'EVENT' : null,
    priority: 0,
  }
}

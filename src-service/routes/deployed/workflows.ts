import { atomic } from '../../http/atomic'
import { inOrder } from '../../store/in-order'
import { Hono } from 'hono'
import { triggerTypes } from '../../../src-shared/interface/workflow'
import { JsonText, projectName } from '../../dialect/deployed-record'
import { deployedStep, deployedWay, deployedWorkflow } from '../../dialect/deployed-workflow'
import { emptied, filled } from '../../http/deployed/changed'
import { isObject, type LooseBody, looseBody } from '../../http/deployed/loose-body'
import { flat, plain } from '../../http/deployed/refusals'
import { type Env, requireKey } from '../../http/guards'
import { json, nothing } from '../../http/respond'
import type { ServiceContext } from '../../service-context'
import type { SeqFilter } from '../../store/seq-list'
import { type EngineSql, engineSql } from '../../store/engine-sql'
import { containing } from '../../store/statements'
import type { WorkflowRow } from '../../store/workflows'
import { answerRows, usualSorts } from './numbered-list'
import type { WorkflowAccess } from './workflow-parts'

const sorts = {
  ...usualSorts,
  steps: '(SELECT count(*) FROM workflow_step AS s WHERE s.workflow = workflow.seq AND s.removed = 0)',
}

/** /workflows and /workflows/:id (deployed.md section 7). In one piece: it is a table of routes. */
export function deployedWorkflowRoutes(context: ServiceContext, access: WorkflowAccess): Hono<Env> {
  const { db, store, dialect, clock } = context
  const { ids } = dialect
  const { workflows, templates } = store
  const { parts, named, whole, changing } = access
  const app = new Hono<Env>()
  const atomically = atomic(db)
  app.use(requireKey('secret'))

  app.get('/', async (c) => {
    const { search, status } = c.req.query()
    const filter = filterOf(engineSql[db.engine], search, status)
    return answerRows(c, {
      sorts,
      read: (query) => workflows.list(query, filter),
      text: async (row) =>
        deployedWorkflow(await whole(row), ids, { _count: await parts.counts({ workflow: row.seq }) }),
    })
  })

  app.post('/', async (c) => {
    const body = looseBody(c)
    const name = body.text('name')
    const eventName = body.text('eventName')
    if (!name) throw flat(400, 'Name is required')
    if (!eventName) throw flat(400, 'Event name is required')
    const fields = {
      ...{ name, eventName },
      description: body.text('description') ?? null,
      enabled: body.flag('enabled') ?? false,
      allowReentry: body.flag('allowReentry') ?? false,
    }
    const step = { seq: null, position: JSON.stringify({ x: 0, y: 0 }), template: null }
    const config = JSON.stringify({ eventName })
    const trigger = { ...step, type: 'TRIGGER' as const, name: triggerName(eventName), config }
    const row = await workflows.create(fields, { steps: [trigger], transitions: [] })
    return json(c, deployedWorkflow(await whole(row), ids), 201)
  })

  app.get('/:id', async (c) => {
    const row = await named(c)
    const transitions = (await parts.transitions(row.seq)).map((way) => ({
      way,
      text: deployedWay(way, ids, row.createdAt),
    }))
    const array = (texts: string[]) => new JsonText(`[${texts.join(',')}]`)
    const steps = await inOrder(await parts.steps(row.seq), async (step) => {
      const template = step.template === null ? null : await templates.get(step.template)
      return deployedStep(step, ids, {
        since: row.createdAt,
        template: template && { id: ids.encode('template', template.seq), name: template.name },
        outgoingTransitions: array(
          transitions.filter(({ way }) => way.from === step.seq).map(({ text }) => text),
        ),
        incomingTransitions: array(
          transitions.filter(({ way }) => way.to === step.seq).map(({ text }) => text),
        ),
      })
    })
    return json(c, deployedWorkflow(await whole(row), ids, { steps: array(steps) }))
  })

  app.patch('/:id', atomically, async (c) => {
    const row = await named(c)
    const body = looseBody(c)
    const change = {
      name: filled(body.text('name'), row.name),
      description: emptied(body.text('description'), row.description),
      enabled: filled(body.flag('enabled'), row.enabled),
      allowReentry: filled(body.flag('allowReentry'), row.allowReentry),
    }
    const trigger = await triggerAfter(row, body)
    await changing(async () => {
      if (trigger) await setTrigger(row, trigger)
      await workflows.update(row.seq, trigger ? { ...change, eventName: trigger.eventName } : change)
    })
    const after = (await workflows.get(row.seq)) ?? row
    return json(c, deployedWorkflow(await whole(after), ids, { project: { name: projectName } }))
  })

  /** What starts a workflow from now on; null where that stays. @throws ServiceFailure plain 409 with live runs */
  async function triggerAfter(row: WorkflowRow, body: LooseBody) {
    const before = (await whole(row)).trigger
    const type = filled(body.oneOf<string>('triggerType', triggerTypes), before.type)
    const storedConfig = before.config ?? JSON.stringify({ eventName: row.eventName })
    const config = body.has('triggerConfig') ? JSON.stringify(body.any('triggerConfig')) : storedConfig
    if (type === before.type && config === storedConfig) return null
    if (row.enabled && (await parts.isLive(row.seq))) {
      throw plain(409, 'Cannot change the trigger while there are active executions')
    }
    const said: unknown = JSON.parse(config)
    const eventName = type === 'EVENT' && isObject(said) ? said['eventName'] : ''
    return { type, config, eventName: typeof eventName === 'string' ? eventName : '' }
  }

  async function setTrigger(
    row: WorkflowRow,
    trigger: { type: string; config: string; eventName: string },
  ): Promise<void> {
    await parts.setTrigger({ ...trigger, workflow: row.seq })
    const step = (await parts.steps(row.seq)).find(({ type }) => type === 'TRIGGER')
    if (!step) return
    const { config, eventName } = trigger
    await parts.changeStep({ ...step, config, name: triggerName(eventName), now: clock.now() })
  }

  app.delete('/:id', atomically, async (c) => {
    const { seq } = await named(c)
    if (await parts.isLive(seq)) throw plain(409, 'Cannot delete a workflow with active executions')
    await workflows.remove(seq)
    return nothing(c)
  })

  app.post('/:id/duplicate', atomically, async (c) => {
    const row = await named(c)
    const steps = await parts.steps(row.seq)
    const copy = await changing(async () => {
      const fields = { ...row, name: `${row.name} (Copy)`, enabled: false }
      const made = await workflows.create(fields, { steps: [], transitions: [] })
      const { type, config } = (await whole(row)).trigger
      if (config !== null) await parts.setTrigger({ workflow: made.seq, type, config })
      const copied = new Map(
        await inOrder(steps, async (step) => [
          step.seq,
          (await parts.addStep(made.seq, step, clock.now())).seq,
        ]),
      )
      for (const way of await parts.transitions(row.seq)) {
        const [from, to] = [copied.get(way.from), copied.get(way.to)]
        if (from !== undefined && to !== undefined)
          await parts.connect(made.seq, { ...way, from, to }, clock.now())
      }
      return made
    })
    return json(c, deployedWorkflow(await whole(copy), ids), 201)
  })

  return app
}

function triggerName(eventName: string): string {
  return `Trigger: ${eventName}`
}

function filterOf(
  { contains }: EngineSql,
  search: string | undefined,
  status: string | undefined,
): SeqFilter {
  const where = ['removed = 0']
  const values: string[] = []
  if (search) {
    where.push(contains('name', '?'))
    values.push(containing(search))
  }
  if (status === 'active') where.push('enabled = 1')
  if (status === 'disabled') where.push('enabled = 0')
  return { where: where.join(' AND '), values }
}

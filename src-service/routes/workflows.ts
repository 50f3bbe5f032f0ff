import type { ServiceDatabase } from '../store/statements'
import { Hono } from 'hono'
import { z } from 'zod'
import {
  createWorkflowRequestSchema,
  executionStatuses,
  updateWorkflowRequestSchema,
} from '../../src-shared/interface/workflow'
import { referenceFaults, segmentGraph } from '../audience/segment-graph'
import type { SpecifiedDialect } from '../dialect/dialect'
import { executionJson, workflowJson } from '../dialect/records'
import { ServiceFailure } from '../http/failure'
import { type Env, requireKey } from '../http/guards'
import { readBody, readQuery } from '../http/input'
import { answerList } from '../http/lists'
import { json, nothing } from '../http/respond'
import type { Segments } from '../store/segments'
import type { Store } from '../store/store'
import type { WorkflowFields, WorkflowRow } from '../store/workflows'
import { type DefinitionChecks, readDefinition } from '../workflows/definition'

/** What GET /workflows/:id/executions can be narrowed by. */
export const executionFilterQuery = z.object({ status: z.enum(executionStatuses).optional() })

const notFound = () =>
  new ServiceFailure('RESOURCE_NOT_FOUND', 'There is no workflow with this id.', {
    suggestion: 'It may have been deleted. List the workflows again.',
  })

/** /workflows and what is below it (interface.md section 4; wire.md, "Workflow"). In one piece: it is a table of routes. */
export function workflowRoutes(
  db: ServiceDatabase,
  { workflows, executions, templates }: Store,
  segments: Segments,
  dialect: SpecifiedDialect,
): Hono<Env> {
  const { ids } = dialect
  const checks: DefinitionChecks = {
    ids,
    senderOf: async (template) => (await templates.get(template))?.fromAddress,
    segmentFaults: async (condition, field) =>
      referenceFaults(condition, null, segmentGraph(await segments.all()), field),
  }
  const app = new Hono<Env>()
  app.use(requireKey('secret'))

  async function existing(id: string): Promise<WorkflowRow> {
    const seq = ids.decode('workflow', id)
    const row = seq === null ? null : await workflows.get(seq)
    if (!row) throw notFound()
    return row
  }

  app.get('/', (c) =>
    answerList(
      c,
      dialect,
      'workflows',
      (query) => workflows.list(query),
      (row) => workflowJson(row, ids),
    ),
  )

  app.post('/', async (c) => {
    const request = await readBody(c, createWorkflowRequestSchema)
    const { name, description = null, enabled, eventName, allowReentry, steps = [], transitions } = request
    const graph = await readDefinition({ steps, transitions }, [], checks)
    const row = await workflows.create({ name, description, enabled, eventName, allowReentry }, graph)
    return json(c, dialect.record(workflowJson(row, ids)), 201)
  })

  app.get('/:id', async (c) => {
    const row = await existing(c.req.param('id'))
    return json(c, dialect.record(workflowJson(row, ids, await workflows.steps(row.seq))))
  })

  app.patch('/:id', async (c) => {
    const request = await readBody(c, updateWorkflowRequestSchema)
    const { seq } = await existing(c.req.param('id'))
    const { name, description, enabled, allowReentry, steps, transitions } = request
    const eventName = request.eventName ?? request.triggerConfig?.eventName
    const change = said({ name, description, enabled, allowReentry, eventName })
    // The steps that it keeps are those that are there when it is written.
    const row = await db.transaction(async () => {
      const graph =
        steps || transitions
          ? await readDefinition({ steps, transitions }, await workflows.steps(seq), checks)
          : undefined
      return workflows.update(seq, change, graph)
    })
    if (!row) throw notFound()
    return json(c, dialect.record(workflowJson(row, ids)))
  })

  app.delete('/:id', async (c) => {
    const { seq } = await existing(c.req.param('id'))
    await workflows.remove(seq)
    return dialect.deleted === null ? nothing(c) : json(c, dialect.deleted)
  })

  app.get('/:id/executions', async (c) => {
    const { seq } = await existing(c.req.param('id'))
    const { status = null } = readQuery(c, executionFilterQuery)
    return answerList(
      c,
      dialect,
      'executions',
      (query) => executions.list(seq, status, query),
      (row) => executionJson(row, ids),
    )
  })

  return app
}

/** The fields that a change says something of. */
function said(change: Partial<WorkflowFields>): Partial<WorkflowFields> {
  return Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined))
}

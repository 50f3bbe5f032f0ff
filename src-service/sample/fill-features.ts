import { prefixedIds as ids } from '../dialect/ids'
import type Database from 'better-sqlite3'
import { sqliteDatabase } from '../store/sqlite-database'
import type { ServiceDatabase } from '../store/statements'
import type { SampleDescription } from './fill'
import { fillCampaigns } from './fill-campaigns'
import { createTemplateRequestSchema } from '../../src-shared/interface/template'
import { templateStore } from '../store/templates'
import { standingClock } from './standing-clock'
import { sampleTemplates, type TemplateKey, sender } from './templates'
import { executionStore } from '../store/executions'
import { workflowStore } from '../store/workflows'
import { readDefinition } from '../workflows/definition'
import { span } from './growth'
import { stagedHistories } from './staged-histories'
import { sampleWorkflows, workflowsFrom, type WorkflowKey } from './workflows'
import { createSegmentRequestSchema } from '../../src-shared/interface/segment'
import { createAudience } from '../audience/audience'
import { always } from '../audience/fragment'
import { addFunctions } from '../store/sqlite-functions'
import { contactMatches } from '../store/contact-matches'
import { segmentMembers } from '../store/segment-members'
import { segmentStore } from '../store/segments'
import { pilots, sampleSegments, type SegmentKey } from './segments'

/**
 * Fills the rest of the sample in, once the tables have their indexes: templates, segments, campaigns, workflows and
 * what they did. Everything goes the way of a request: what the interface would refuse cannot be made.
 */
export async function fillFeatures(file: Database.Database, sample: SampleDescription): Promise<void> {
  if (sample.contacts === 0) return
  addFunctions(file)
  const db = sqliteDatabase(file)
  await db.transaction(async () => {
    const templates = await fillTemplates(db, sample)
    const segments = await fillSegments(db, sample)
    await fillCampaigns(db, sample, (key) => ids.encode('segment', segments.get(key) ?? 0))
    await fillWorkflows(db, file, sample, templates)
  })
}

const hour = 60 * 60 * 1000

const day = 24 * hour

/** Makes the templates. Returns the numbers of those that workflows send. */
async function fillTemplates(
  db: ServiceDatabase,
  { anchor }: SampleDescription,
): Promise<Map<TemplateKey, number>> {
  const clock = standingClock()
  const store = templateStore(db, clock)
  const made = new Map<TemplateKey, number>()
  for (const { key, daysBefore, request } of sampleTemplates) {
    clock.moveTo(anchor - daysBefore * day + 3 * hour)
    const { seq } = await store.create(createTemplateRequestSchema.parse(request))
    if (key) made.set(key, seq)
  }
  return made
}

/** Makes the workflows, and what they did. `templates` are the numbers of those that they send. */
async function fillWorkflows(
  db: ServiceDatabase,
  file: Database.Database,
  { anchor }: SampleDescription,
  templates: Map<TemplateKey, number>,
): Promise<void> {
  const clock = standingClock()
  const store = workflowStore(db, clock)
  const made = new Map<WorkflowKey, { seq: number; steps: Map<string, number> }>()
  const templateId = (key: TemplateKey): string => ids.encode('template', templates.get(key) ?? 0)
  // Its conditions name no segments.
  const checks = { ids, senderOf: async () => sender.from, segmentFaults: async () => [] }
  for (const { key, request } of sampleWorkflows(templateId)) {
    clock.moveTo(anchor - span + workflowsFrom[key])
    const graph = await readDefinition(request, [], checks)
    const { name, eventName, enabled, allowReentry, description = null } = request
    const { seq } = await store.create({ name, eventName, enabled, allowReentry, description }, graph)
    const rows = await store.steps(seq)
    const steps = (request.steps ?? []).map(({ id }, place) => [id, rows[place]?.seq ?? 0] as const)
    made.set(key, { seq, steps: new Map(steps) })
  }

  const executions = executionStore(db)
  await stagedHistories(file).drain(async (history) => {
    const workflow = made.get(history.workflow)
    if (!workflow) throw new Error('A history is of no workflow.')
    const { contact, event, startedAt } = history
    const row = await executions.start({ workflow: workflow.seq, contact, event, depth: 0, startedAt })
    const { status, visit, wakeAt, exitReason, completedAt } = history
    const step = workflow.steps.get(history.step) ?? null
    await executions.write({
      ...row,
      status,
      step,
      visit,
      wakeAt,
      exitReason,
      completedAt,
      waitsAfter: event,
    })
  })
}

/** Makes the segments, with the members that are written down. Returns the numbers of those that campaigns go to. */
async function fillSegments(
  db: ServiceDatabase,
  { anchor, contacts }: SampleDescription,
): Promise<Map<SegmentKey, number>> {
  const clock = standingClock()
  const store = segmentStore(db)
  const members = segmentMembers(db)
  const audience = createAudience({ engine: db.engine, segments: store, matches: contactMatches(db), clock })
  const made = new Map<SegmentKey, number>()
  for (const { key, daysBefore, request } of sampleSegments) {
    const said = createSegmentRequestSchema.parse(request)
    const { seq } = await store.create(
      {
        name: said.name,
        description: said.description ?? null,
        type: said.type,
        condition: said.condition ? JSON.stringify(said.condition) : null,
        trackMembership: said.trackMembership ?? false,
      },
      anchor - daysBefore * day + 5 * hour,
    )
    if (key) made.set(key, seq)
    if (said.trackMembership && said.condition) {
      clock.moveTo(anchor)
      await members.enter(seq, await audience.condition(said.condition), always)
    }
  }
  const group = made.get('pilot group')
  const count = Math.min(pilots, contacts)
  for (let at = 0; group !== undefined && at < count; at++) {
    await members.add(group, 1 + Math.floor((at * contacts) / count))
  }
  return made
}

import { expect } from 'vitest'
import { trackedEventSchema } from '../../../src-shared/interface/event'
import { templateSchema } from '../../../src-shared/interface/template'
import {
  type Branch,
  executionSchema,
  type StepType,
  type Workflow,
  workflowSchema,
} from '../../../src-shared/interface/workflow'
import { createServiceClock, type ServiceClock } from '../../fixtures/service-clock'
import { until } from '../../fixtures/until'
import { type OpenedInside, openInProcess } from './open'
import { verifyDomain } from './campaign-setup'

/** A step, named; what it is told; its template. */
export type Step = [name: string, type: StepType, config?: unknown, templateId?: string]
/** A way between steps. */
export type Way = [from: string, to: string, branch?: Branch]

/** The body of a request for a workflow started by `start`, enabled. */
export function definition(steps: Step[], ways: Way[] = [], more: Record<string, unknown> = {}) {
  return {
    name: 'Welcome',
    eventName: 'start',
    enabled: true,
    steps: steps.map(([id, type, config, templateId]) => ({ id, type, name: id, config, templateId })),
    transitions: ways.map(([fromStepId, toStepId, branch]) => ({
      fromStepId,
      toStepId,
      ...(branch && { condition: { branch } }),
    })),
    ...more,
  }
}

/** Steps in a row, each leading to the next. */
export function row(...steps: Step[]): [Step[], Way[]] {
  return [steps, steps.slice(1).map(([id], index): Way => [steps[index]?.[0] ?? '', id])]
}

/** A step that marks its contact with its name. */
export const mark = (name: string): Step => [name, 'UPDATE_CONTACT', { data: { [name]: true } }]
/** An EXIT that is named after its reason. */
export const exit = (reason: string): Step => [reason, 'EXIT', { reason }]

/** Milliseconds. */
export const minute = 60_000
export const day = 24 * 60 * minute

/** A message that was queued. */
export interface Queued {
  address: string
  subject: string
  /** The data of its call. */
  data: unknown
}

/** A service with a verified domain, `mail.example`, whose time a test moves. */
export interface WorkflowService extends OpenedInside {
  clock: ServiceClock
  create(body: unknown): Promise<Workflow>
  get(id: string): Promise<Workflow>
  patch(id: string, body: unknown): Promise<Workflow>
  template(more?: Record<string, unknown>): Promise<string>
  /** Tracks an event, and lets what follows from it at once happen. Returns the contact's id. */
  track(email: string, event?: string, data?: Record<string, unknown>): Promise<string>
  /** Newest first; by status and name of the step where it is, such as `WAITING wait`, with the reason of its end. */
  executions(id: string): Promise<string[]>
  dataOf(contact: string): Promise<unknown>
  /** What is in the queue, in order. What has left is forgotten but for its row. */
  queued(): Promise<Queued[]>
  /** Moves time in real turns until this holds: what goes over a network takes some. */
  until(holds: () => boolean | Promise<boolean>): Promise<void>
}

/** Opens such a service. */
export async function openForWorkflows(
  wishes: Parameters<typeof openInProcess>[0] & { clock?: ServiceClock } = {},
): Promise<WorkflowService> {
  const clock = wishes.clock ?? createServiceClock(Date.now())
  const service = await openInProcess({ ...wishes, clock })
  await verifyDomain(service.stored)

  async function asked(method: string, path: string, body?: unknown): Promise<unknown> {
    const answer = await service.ask(method, path, { body })
    if (answer.status >= 300) throw new Error(`${answer.status}: ${JSON.stringify(answer.body)}`)
    return answer.body
  }
  const get = async (id: string) => workflowSchema.parse(await asked('GET', `/workflows/${id}`))

  return {
    ...service,
    clock,
    get,
    async until(holds) {
      await until(
        async () => {
          await clock.advance(0)
          return holds()
        },
        (held) => held,
      )
    },
    create: async (body) => workflowSchema.parse(await asked('POST', '/workflows', body)),
    async patch(id, body) {
      const changed = workflowSchema.parse(await asked('PATCH', `/workflows/${id}`, body))
      await clock.advance(0)
      return changed
    },
    async template(more = {}) {
      const fitting = { name: 'Hello', subject: 'Hello', body: '<p>Hello</p>', type: 'TRANSACTIONAL' }
      const body = { ...fitting, from: 'desk@mail.example', ...more }
      return templateSchema.parse(await asked('POST', '/templates', body)).id
    },
    async track(email, event = 'start', data) {
      const answer = await service.ask('POST', '/v1/track', { body: { email, event, data } })
      expect(answer.status).toBe(200)
      await clock.advance(0)
      const { data: tracked } = answer.body as { data: unknown }
      return trackedEventSchema.parse(tracked).contact
    },
    async executions(id) {
      const { steps = [] } = await get(id)
      const { executions } = (await asked('GET', `/workflows/${id}/executions?limit=100`)) as {
        executions: unknown[]
      }
      return executions
        .map((each) => executionSchema.parse(each))
        .map(({ status, currentStepId, exitReason }) => {
          const step = steps.find((each) => each.id === currentStepId)?.name
          return [status, step, exitReason && `(${exitReason})`].filter(Boolean).join(' ')
        })
    },
    async dataOf(contact) {
      const found = (await asked('GET', `/contacts/${contact}`)) as { data: unknown }
      return found.data
    },
    async queued() {
      const found = await service.stored.rows<{ address: string; subject: string; data: string }>(
        `SELECT m.address, c.subject, c.data FROM message AS m JOIN mail_content AS c ON c.seq = m.content
         ORDER BY m.seq`,
      )
      return found.map((message) => ({ ...message, data: JSON.parse(message.data) }))
    },
  }
}

/** Has every execution there is `times` times more, due `sooner` milliseconds earlier. */
export function copyExecutions({ stored }: OpenedInside, times: number, sooner = 0): Promise<void> {
  return stored.change(
    `INSERT INTO execution (workflow, contact, status, step, wake_at, visit, started_at)
     WITH RECURSIVE copy(number) AS (SELECT 1 UNION ALL SELECT number + 1 FROM copy WHERE number < ?)
     SELECT workflow, contact, status, step, wake_at - ${sooner}, visit, started_at FROM execution CROSS JOIN copy`,
    times,
  )
}

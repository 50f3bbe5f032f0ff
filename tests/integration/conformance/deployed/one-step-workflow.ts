import { expect } from 'vitest'
import { type Asked, call, member, textAt } from '../../deployed/stand-in/calls'
import type { Subject } from './subjects'

/** A workflow of one step after its trigger, and what it is told to lead to. */
export interface OneStepWorkflow {
  id: string
  stepId: string
  /** Adds an exit whose reason is its name, and a way to it from the step. */
  leadTo(name: string, way?: object): Promise<void>
  /** The newest execution. */
  execution(): Promise<unknown>
}

/** Makes one, which the event `signup` starts. */
export async function withStep(service: Asked, type: string, config: object): Promise<OneStepWorkflow> {
  const workflow = { name: 'W', eventName: 'signup', enabled: true }
  const id = textAt((await call(service, 'POST /workflows', workflow)).body, 'id')
  const add = async (name: string, kind: string, more: object = {}) => {
    const body = { type: kind, name, position: { x: 0, y: 0 }, config: {}, ...more }
    return textAt((await call(service, `POST /workflows/${id}/steps`, body)).body, 'id')
  }
  const stepId = await add('step', type, { config })
  return {
    id,
    stepId,
    async leadTo(name, way = {}) {
      const toStepId = await add(name, 'EXIT', { autoConnect: false, config: { reason: name } })
      await call(service, `POST /workflows/${id}/transitions`, { fromStepId: stepId, toStepId, ...way })
    },
    async execution() {
      return member((await call(service, `GET /workflows/${id}/executions`)).body, 'executions', 0)
    },
  }
}

/** Tells of an event of ada@example.com, and lets it start what it starts. */
export async function track(service: Subject, event: string, data?: object): Promise<void> {
  const body = { event, email: 'ada@example.com', ...(data && { data }) }
  expect(await call(service, 'POST /v1/track', body)).toMatchObject({ status: 200 })
  await service.advance(0)
}

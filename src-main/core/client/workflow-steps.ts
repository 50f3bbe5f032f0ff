import type { Answer, CallOptions } from './call-options'
import { z } from 'zod'
import { jsonText } from '../../../src-shared/interface/exact-number'
import { done, orNothing, recordIn } from './answers'
import type { Ask } from './asking'
import { recordPath } from './catalogue'

/** A step as deployed services take it. */
export interface StepBody {
  name: string
  position: { x: number; y: number }
  config: Record<string, unknown>
  templateId: string | null
}

/** One change of a workflow's steps, as deployed services take them. */
export type StepCall =
  | { kind: 'makeStep'; body: StepBody & { type: string; autoConnect: false } }
  | { kind: 'changeStep'; step: string; body: Partial<StepBody> }
  | { kind: 'deleteStep'; step: string }
  | {
      kind: 'makeWay'
      body: { fromStepId: string; toStepId: string; condition?: { branch: string }; waitOutcome?: string }
    }
  | { kind: 'deleteWay'; way: string }

/** Changing the steps of workflows one at a time, as deployed services have it. */
export interface StepClient {
  /**
   * Makes a change, and answers the id of what was made; null where nothing was. What is made is never asked for twice:
   * where no answer comes, `outcome_unknown`.
   */
  changeSteps(workflowId: string, call: StepCall, options: CallOptions): Promise<Answer<string | null>>
}

const madeSchema = z.looseObject({ id: z.string().min(1) })

/** How a change is asked for. */
export function stepRequest(
  workflowId: string,
  call: StepCall,
): { method: 'POST' | 'PATCH' | 'DELETE'; path: string; body: object | null } {
  const workflow = recordPath('workflows', workflowId)
  switch (call.kind) {
    case 'makeStep':
      return { method: 'POST', path: `${workflow}/steps`, body: call.body }
    case 'changeStep':
      return { method: 'PATCH', path: `${workflow}/steps/${encodeURIComponent(call.step)}`, body: call.body }
    case 'deleteStep':
      return { method: 'DELETE', path: `${workflow}/steps/${encodeURIComponent(call.step)}`, body: null }
    case 'makeWay':
      return { method: 'POST', path: `${workflow}/transitions`, body: call.body }
    case 'deleteWay':
      return { method: 'DELETE', path: `${workflow}/transitions/${encodeURIComponent(call.way)}`, body: null }
  }
}

/** These calls, made with `ask`. */
export function stepClient(ask: Ask): StepClient {
  return {
    changeSteps: async (workflowId, call, options) => {
      const { method, path, body } = stepRequest(workflowId, call)
      const makes = method === 'POST'
      return ask(
        {
          method,
          path,
          ...(body === null ? {} : { body: jsonText(body) }),
          ...(makes ? { repeat: 'once' as const } : {}),
        },
        options,
        (made, key) => (makes ? recordIn(madeSchema)(made, key).id : orNothing(done)(made, key)),
      )
    },
  }
}

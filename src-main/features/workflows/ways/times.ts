import type { WorkedOut } from '../../../../src-shared/bridge/workflows'
import { delayMs, stepConfigSchemas, type ReceivedStep } from '../../../../src-shared/interface/workflow'
import type { Passed } from './step-ways'

/** What is known of what happened to somebody, beside when their way began. */
export interface Happened {
  /** When an event first happened to them from an instant on, and before another; null: not as far as is known. */
  event(name: string, from: number, before: number | null): Promise<number | null>
  /** When they got the mail of a step, on this way; null: not as far as is known. */
  mail(step: ReceivedStep): Promise<number | null>
}

/** How long a step waits at the most, in milliseconds; null: for ever, or it waits for nothing, or that cannot be read. */
function waitOf({ type, config }: ReceivedStep): number | null {
  if (type === 'DELAY') {
    const { data } = stepConfigSchemas.DELAY.safeParse(config)
    return data ? delayMs(data) : null
  }
  if (type !== 'WAIT_FOR_EVENT') return null
  const { data } = stepConfigSchemas.WAIT_FOR_EVENT.safeParse(config)
  return data?.timeout === undefined ? null : data.timeout * 1000
}

const later = (time: WorkedOut, ms: number): WorkedOut => ({ ...time, at: time.at + ms })

/** When somebody came to each step of a way that began at a time. null: that cannot be worked out. */
export async function timesOf(
  passed: readonly Passed[],
  began: WorkedOut | null,
  happened: Happened,
): Promise<(WorkedOut | null)[]> {
  const times: (WorkedOut | null)[] = []
  let time = began
  for (const { step, branch } of passed) {
    // A mail leaves when its step is come to, so that it says when that was where nothing else does.
    if (time === null && step.type === 'SEND_EMAIL') {
      const at = await happened.mail(step)
      time = at === null ? null : { at, about: false }
    }
    times.push(time)
    time = time === null ? null : await after(step, branch, time, happened)
  }
  return times
}

async function after(
  step: ReceivedStep,
  branch: string | null,
  time: WorkedOut,
  happened: Happened,
): Promise<WorkedOut | null> {
  const wait = waitOf(step)
  if (step.type === 'DELAY') return wait === null ? null : later(time, wait)
  if (step.type !== 'WAIT_FOR_EVENT') return time
  if (branch === 'timeout') return wait === null ? null : later(time, wait)
  const { data } = stepConfigSchemas.WAIT_FOR_EVENT.safeParse(step.config)
  if (!data || branch === null) return null
  const at = await happened.event(data.eventName, time.at, wait === null ? null : time.at + wait)
  return at === null ? null : { at, about: false }
}

/** When whoever came to a step at a time goes on by themselves; null: they do not, or nobody knows. */
export function dueOf(step: ReceivedStep | undefined, since: WorkedOut | null): WorkedOut | null {
  const wait = step === undefined ? null : waitOf(step)
  return wait === null || since === null ? null : later(since, wait)
}

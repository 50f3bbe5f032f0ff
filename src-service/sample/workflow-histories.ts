import { span } from './growth'
import type { Random } from './random'
import type { Message, Stage } from './story'
import { secondMailDays, trialDays, type WorkflowKey } from './workflows'

/** When things that workflows look at first happened to somebody: milliseconds since the sample's beginning. */
export type Moments = Map<string, number>

/** The events that {@link historiesOf} wants to know the first of. */
export const watchedEvents: ReadonlySet<string> = new Set([
  'signup',
  'note.created',
  'trial.started',
  'trial.converted',
])

/** What a workflow did for one contact. Times are milliseconds since the sample's beginning. */
export interface History {
  workflow: WorkflowKey
  /** The name of the event that started it. */
  trigger: string
  startedAt: number
  status: 'WAITING' | 'EXITED' | 'COMPLETED'
  /** The step it is at or ended with, as workflows.ts calls it, and how many steps it has entered. */
  step: string
  visit: number
  wakeAt: number | null
  exitReason: string | null
  completedAt: number | null
}

const second = 1000
const day = 24 * 60 * 60 * second

/** Tells what the workflows that were there did for somebody, and records the mail they sent. */
export function historiesOf(
  stage: Pick<Stage, 'record' | 'message'> & { workflowsFrom: Record<WorkflowKey, number> },
  random: Random,
  moments: Moments,
  reachable: boolean,
): History[] {
  const mail = (at: number, subject: string): void => {
    const data = `{"subject":"${subject}"}`
    const message = stage.message(null)
    const record = (when: number, name: string, about: Message): void => {
      if (when < span) stage.record(when, name, about, data)
    }
    record(at, 'email.sent', message)
    const arrived = at + (1 + random.next()) * second
    record(arrived, reachable ? 'email.delivery' : 'email.bounce', message)
    if (!reachable || !random.chance(0.6)) return
    const opened = arrived + random.next() ** 3 * 2 * day + 40 * second
    record(opened, 'email.open', message)
    if (random.chance(0.4)) record(opened + random.next() * 90 * second, 'email.click', message)
  }

  const histories: History[] = []
  const { workflowsFrom } = stage
  const signup = moments.get('signup')
  if (signup !== undefined && signup >= workflowsFrom.welcome) histories.push(welcomed(signup, moments, mail))
  const trial = moments.get('trial.started')
  if (trial !== undefined && trial >= workflowsFrom.trial) histories.push(tried(trial, moments, mail))
  return histories
}

/** What a history has that neither waits nor has ended. */
const open = { wakeAt: null, exitReason: null, completedAt: null }

function welcomed(signup: number, moments: Moments, mail: (at: number, subject: string) => void): History {
  const startedAt = signup + second / 2
  mail(startedAt + second, 'Welcome aboard')
  const about = { workflow: 'welcome', trigger: 'signup', startedAt, ...open } as const
  const due = startedAt + secondMailDays * day
  if (due >= span) return { ...about, status: 'WAITING', step: 'wait', visit: 3, wakeAt: due }
  const ended = { ...about, visit: 5, completedAt: due }
  if ((moments.get('note.created') ?? span) <= due) {
    return { ...ended, status: 'EXITED', step: 'done', exitReason: 'Wrote a note' }
  }
  mail(due + second, 'Your log is still empty')
  return { ...ended, status: 'COMPLETED', step: 'nudge' }
}

function tried(trial: number, moments: Moments, mail: (at: number, subject: string) => void): History {
  const startedAt = trial + second / 2
  const about = { workflow: 'trial', trigger: 'trial.started', startedAt, ...open } as const
  const due = startedAt + trialDays * day
  const bought = moments.get('trial.converted')
  if (bought !== undefined) {
    const ended = { visit: 3, exitReason: 'Bought a plan', completedAt: bought + second / 2 }
    return { ...about, status: 'EXITED', step: 'bought', ...ended }
  }
  if (due >= span) return { ...about, status: 'WAITING', step: 'wait', visit: 2, wakeAt: due }
  mail(due + second, 'Your trial has ended')
  return { ...about, status: 'COMPLETED', step: 'over', visit: 3, completedAt: due }
}

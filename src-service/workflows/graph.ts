import type { Branch, StepType } from '../../src-shared/interface/workflow'

/** A step, as far as the ways between steps go. */
export interface GraphStep {
  type: StepType
  /** Of a WAIT_FOR_EVENT: whether it stops waiting some time. */
  timesOut: boolean
  /** What it is called where something is wrong with it. */
  field: string
}

/** A way between two steps, which it names by their place. */
export interface GraphTransition {
  from: number
  to: number
  branch: Branch | null
  /** What it is called where something is wrong with it. */
  field: string
}

interface GraphFault {
  field: string
  message: string
}

/** The ways out that a kind of step has; every other kind has one, without a name. */
const branchesOf: Partial<Record<StepType, readonly Branch[]>> = {
  CONDITION: ['yes', 'no'],
  WAIT_FOR_EVENT: ['event', 'timeout'],
}

/**
 * What is wrong with the ways of a workflow: an execution is at one step at a time, comes by every step, and never runs
 * in a circle without a pause. `steps` holds exactly one TRIGGER.
 */
export function graphFaults(
  steps: readonly GraphStep[],
  transitions: readonly GraphTransition[],
): GraphFault[] {
  const single = [...transitionFaults(steps, transitions)]
  // A way that is wrong in itself would make steps seem out of reach that are not.
  return single.length > 0 ? single : [...unreached(steps, transitions), ...circles(steps, transitions)]
}

function* transitionFaults(
  steps: readonly GraphStep[],
  transitions: readonly GraphTransition[],
): Iterable<GraphFault> {
  const taken = new Set<string>()
  for (const { from, to, branch, field } of transitions) {
    const [source, target] = [steps[from], steps[to]]
    if (!source || !target) throw new Error('A way leads nowhere.')
    if (target.type === 'TRIGGER')
      yield { field: `${field}.toStepId`, message: 'Nothing leads to a TRIGGER.' }
    const message = branchFault(source, branch)
    if (message !== null) yield { field: `${field}.condition`, message }
    const key = `${from} ${branch}`
    if (taken.has(key)) {
      const which = branch === null ? '' : ` for ${branch}`
      yield { field, message: `There is a way out of this step${which} already.` }
    }
    taken.add(key)
  }
}

function branchFault({ type, timesOut }: GraphStep, branch: Branch | null): string | null {
  if (type === 'EXIT') return 'Nothing follows an EXIT.'
  const allowed = branchesOf[type]
  if (!allowed) return branch === null ? null : `A ${type} has one way out, without a branch.`
  if (branch === null || !allowed.includes(branch)) {
    return `A way out of a ${type} has the branch ${allowed.join(' or ')}.`
  }
  if (branch === 'timeout' && !timesOut) return 'The step waits for ever: give it a timeout.'
  return null
}

function* unreached(
  steps: readonly GraphStep[],
  transitions: readonly GraphTransition[],
): Iterable<GraphFault> {
  const reached = new Set([steps.findIndex(({ type }) => type === 'TRIGGER')])
  // A set that grows while it is gone through: each step is come by once.
  for (const step of reached) {
    for (const { from, to } of transitions) if (from === step) reached.add(to)
  }
  for (const [index, { field }] of steps.entries()) {
    if (!reached.has(index)) yield { field, message: 'No way leads from the TRIGGER to this step.' }
  }
}

/** Takes away, again and again, what nothing leads to and what nothing follows; what is left goes round. */
function circles(steps: readonly GraphStep[], transitions: readonly GraphTransition[]): GraphFault[] {
  const pauses = (index: number): boolean => ['DELAY', 'WAIT_FOR_EVENT'].includes(steps[index]?.type ?? '')
  let left = transitions.filter(({ from, to }) => !pauses(from) && !pauses(to))
  for (;;) {
    const sources = new Set(left.map(({ from }) => from))
    const targets = new Set(left.map(({ to }) => to))
    const next = left.filter(({ from, to }) => targets.has(from) && sources.has(to))
    if (next.length === left.length) break
    left = next
  }
  const message = 'Leads in a circle without a DELAY or WAIT_FOR_EVENT: it would run for ever.'
  return left.slice(0, 1).map(({ field }) => ({ field, message }))
}

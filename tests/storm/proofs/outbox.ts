import type { Difference } from '../differences'
import type { Sent } from '../wire'

/** What a person was told of what they did; `cut off`: a kill came before they were told anything. */
export type Attempt =
  { is: 'taken' } | { is: 'sent' } | { is: 'unknown' } | { is: 'refused'; why: string } | { is: 'cut off' }

/** An edit of a contact: the number that it writes grows from one to the next. */
export interface EditAttempt {
  number: number
  came: Attempt
}

/** Whether a contact holds the last edit that was taken, or a later one that was cut off, and all arrived in order. */
export function editDifferences(
  id: string,
  edits: readonly EditAttempt[],
  holds: unknown,
  sent: readonly Sent[],
): Difference[] {
  const taken = edits.map(({ came }) => came.is).lastIndexOf('taken')
  const last = edits[taken]?.number ?? null
  const allowed = [last, ...edits.slice(taken + 1).map(({ number }) => number)]
  const differences: Difference[] = []
  if (!allowed.includes(typeof holds === 'number' ? holds : null))
    differences.push({
      kind: 'lost',
      what: `contact ${id} holds step ${String(holds)}, not ${allowed.join(' or ')}`,
    })
  for (const { number, came } of edits)
    if (came.is === 'refused')
      differences.push({ kind: 'lost', what: `edit ${number} was refused: ${came.why}` })
  const reached = sent.filter(({ fate }) => fate !== 'lost').map(({ body }) => stepOf(body))
  reached.forEach((step, at) => {
    if (at > 0 && step < (reached[at - 1] ?? 0))
      differences.push({ kind: 'wrong', what: `contact ${id} got its edits as ${reached.join(', ')}` })
  })
  return differences
}

function stepOf(body: string): number {
  const found = /"step":(\d+)/.exec(body)
  return found ? Number(found[1]) : -1
}

/** A call that must not happen twice. */
export interface OnceAttempt {
  name: string
  came: Attempt
  /** What the console says of it by now; null: it knows nothing of it. */
  known: string | null
  /** How many of its requests reached the service, and how often the service did it. */
  reached: number
  times: number
}

/** Whether what must not happen twice did not, and what happened is known: as sent, or as unknown. */
export function onceDifferences(attempts: readonly OnceAttempt[]): Difference[] {
  return attempts.flatMap((attempt) => {
    const { name, came, known, reached, times } = attempt
    const differences: Difference[] = []
    const told = JSON.stringify(attempt)
    if (times > 1 || reached > 1) differences.push({ kind: 'doubled', what: `${name}: ${told}` })
    if ((came.is === 'sent' || known === 'sent') && times === 0)
      differences.push({ kind: 'lost', what: `${name} is said to be sent: ${told}` })
    if (times > 0 && known !== 'sent' && known !== 'unknown')
      differences.push({ kind: 'wrong', what: `${name} arrived, and nobody knows: ${told}` })
    if (came.is === 'unknown' && known !== 'unknown')
      differences.push({ kind: 'wrong', what: `${name} was unknown, and nobody is asked: ${told}` })
    return differences
  })
}

import type { Audience, AudienceFigures } from '../../../../src-shared/bridge/review'
import { audienceOf, type AudienceParts } from './audience-parts'

/** A line of the sum: who is meant, who does not match, and who is left out, each once. */
export interface SumLine {
  key: 'members' | 'match' | 'unsubscribed' | 'lately' | `without ${string}`
  /** How many it adds (`members`) or leaves out. */
  count: number
}

/** An audience, and what the figures of its steps are asked for. */
interface Step {
  key: SumLine['key'] | 'more lately'
  audience: Audience
}

/** Days that "had a mail in the last" begins with. */
export const latelyDays = 3

/**
 * The audiences to count, each a step narrower: whom, who matches, then who is left out, the undeliverable first. Last, where
 * nobody is left out for a mail they had, how many more that would be.
 */
export function stepsOf(parts: AudienceParts): Step[] {
  const { segment, condition, lately, without } = parts
  const whom: AudienceParts = { segment, condition: null, lately: null, without: [] }
  const steps: Step[] = [{ key: 'members', audience: audienceOf(whom) }]
  let now: AudienceParts = { ...whom, condition }
  if (condition !== null) steps.push({ key: 'match', audience: audienceOf(now) })
  for (const id of without) {
    now = { ...now, without: [...now.without, id] }
    steps.push({ key: `without ${id}`, audience: audienceOf(now) })
  }
  if (lately === null) {
    steps.push({ key: 'more lately', audience: audienceOf({ ...now, lately: latelyDays }) })
    return steps
  }
  now = { ...now, lately }
  return [...steps, { key: 'lately', audience: audienceOf(now) }]
}

/** The sum: its lines, what remains, and how many a mail lately would leave out beside. null: the figures are of other steps. */
export function sumOf(
  steps: readonly Step[],
  { figures }: AudienceFigures,
): { lines: SumLine[]; willGet: number; moreLately: number | null } | null {
  const [whom] = figures
  if (whom === undefined || figures.length !== steps.length) return null
  const lines: SumLine[] = [{ key: 'members', count: whom.members }]
  let matching = whom
  let left = whom.willGet
  let moreLately: number | null = null
  steps.forEach(({ key }, at) => {
    const figure = figures[at]
    if (figure === undefined || key === 'members') return
    if (key === 'more lately') {
      moreLately = left - figure.willGet
      return
    }
    if (key === 'match') {
      lines.push({ key, count: whom.members - figure.members })
      matching = figure
    } else lines.push({ key, count: left - figure.willGet })
    left = figure.willGet
  })
  const unsubscribed = matching.members - matching.willGet
  const after = lines.findIndex(({ key }) => key !== 'members' && key !== 'match')
  lines.splice(after < 0 ? lines.length : after, 0, { key: 'unsubscribed', count: unsubscribed })
  return { lines, willGet: left, moreLately }
}

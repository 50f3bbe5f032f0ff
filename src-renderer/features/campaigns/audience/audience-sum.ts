import type { Audience, AudienceFigures } from '../../../../src-shared/bridge/review'
import { audienceOf, type AudienceParts } from './audience-parts'

/** A line of the sum: who is meant, who does not match, and who is left out, each once. */
export interface SumLine {
  key: 'members' | 'match' | 'unsubscribed' | 'lately' | `without ${string}`
  /** How many it adds (`members`) or leaves out. */
  count: number
}

/** An audience, and what the figures of its steps are asked for. */
interface SumStep {
  key: SumLine['key'] | `more ${string}`
  audience: Audience
}

/** Days that "had a mail in the last" begins with. */
export const latelyDays = 3

/**
 * The audiences to count, each a step narrower: whom, who matches, then who is left out, the undeliverable first. Last how many
 * more it would leave out: a mail lately, where nobody is left out for it, and each segment that is `offered`.
 */
export function stepsOf(parts: AudienceParts, offered: readonly string[] = []): SumStep[] {
  const { segment, condition, lately, without } = parts
  const whom: AudienceParts = { segment, condition: null, lately: null, without: [] }
  const steps: SumStep[] = [{ key: 'members', audience: audienceOf(whom) }]
  let now: AudienceParts = { ...whom, condition }
  if (condition !== null) steps.push({ key: 'match', audience: audienceOf(now) })
  for (const id of without) {
    now = { ...now, without: [...now.without, id] }
    steps.push({ key: `without ${id}`, audience: audienceOf(now) })
  }
  const all = { ...now, lately }
  if (lately === null)
    steps.push({ key: 'more lately', audience: audienceOf({ ...now, lately: latelyDays }) })
  else steps.push({ key: 'lately', audience: audienceOf(all) })
  for (const id of offered)
    steps.push({ key: `more ${id}`, audience: audienceOf({ ...all, without: [...without, id] }) })
  return steps
}

/** The sum: its lines, what remains, and how many more each step that is not taken would leave out. null: the figures are of other steps. */
export function sumOf(
  steps: readonly SumStep[],
  { figures }: AudienceFigures,
): { lines: SumLine[]; willGet: number; more: ReadonlyMap<string, number> } | null {
  const [whom] = figures
  if (whom === undefined || figures.length !== steps.length) return null
  const lines: SumLine[] = [{ key: 'members', count: whom.members }]
  let matching = whom
  let left = whom.willGet
  const more = new Map<string, number>()
  steps.forEach(({ key }, at) => {
    const figure = figures[at]
    if (figure === undefined || key === 'members') return
    if (isMore(key)) {
      more.set(key, left - figure.willGet)
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
  return { lines, willGet: left, more }
}

const isMore = (key: SumStep['key']): key is `more ${string}` => key.startsWith('more ')

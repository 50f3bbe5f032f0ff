import type { Plan } from './plans'

/** All workflows, each once, from the one after `last` (a number of a workflow) on: nobody is always the first. */
export function inTurn(plans: ReadonlyMap<number, Plan>, last: number): Plan[] {
  const all = [...plans.values()]
  const after = all.filter(({ workflow }) => workflow.seq > last)
  return [...after, ...all.slice(0, all.length - after.length)]
}

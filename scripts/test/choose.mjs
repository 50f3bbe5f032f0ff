import { byNearness } from './touched.mjs'

/** Workers of each runner, as vitest.config.ts and playwright.config.ts say. */
const workers = 3

/**
 * The kinds of tests that are run together: which files are of it, the seconds that one of them is thought to take until it has run
 * here, and those that pass before the first begins.
 */
export const kinds = [
  { name: 'integration', holds: (file) => !isSpec(file) && !isOverPostgres(file), seconds: 4, start: 5 },
  { name: 'postgres', holds: isOverPostgres, seconds: 20, start: 10 },
  { name: 'specs', holds: isSpec, seconds: 45, start: 20 },
]

function isSpec(file) {
  return file.endsWith('.spec.ts')
}

function isOverPostgres(file) {
  return file.startsWith('tests/integration/postgres/')
}

/** How many seconds tests take when they run together. `known` are the seconds of each file that has run here. */
export function secondsOf(tests, known) {
  const ofKinds = kinds.map(({ holds, seconds, start }) => {
    const own = tests.filter(holds).map((test) => known[test] ?? seconds)
    if (own.length === 0) return 0
    return start + Math.max(own.reduce((sum, each) => sum + each) / workers, ...own)
  })
  return ofKinds.reduce((sum, each) => sum + each)
}

/**
 * Of the tests that a change touches (touchedBy of touched.mjs) those that fit into `left` seconds, the nearest first, and of what
 * is as near the shortest. One of the nearest of each file that no unit test holds is chosen in any case.
 * Returns `{ chosen, leftOut }`.
 */
export function chooseTests(touched, known, left) {
  const alone = (test) => secondsOf([test], known)
  const chosen = new Set()
  for (const { near, isInUnits } of touched) {
    const [first] = near.toSorted(byNearness)
    if (!first || (isInUnits && first.words < Infinity)) continue
    const nearest = near.filter((each) => byNearness(each, first) === 0).map(({ test }) => test)
    if (!nearest.some((test) => chosen.has(test)))
      chosen.add(nearest.reduce((one, other) => (alone(other) < alone(one) ? other : one)))
  }
  const ordered = touched
    .flatMap(({ near }) => near)
    .sort((one, other) => byNearness(one, other) || alone(one.test) - alone(other.test))
  for (const { test } of ordered)
    if (!chosen.has(test) && secondsOf([...chosen, test], known) <= left) chosen.add(test)
  const tests = new Set(ordered.map(({ test }) => test))
  return { chosen: [...chosen], leftOut: [...tests].filter((test) => !chosen.has(test)) }
}

import { readdirSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

const specs = readdirSync('tests/e2e')
  .filter((file) => file.endsWith('.spec.ts'))
  .map((file) => file.slice(0, -'.spec.ts'.length))
const textOf = (spec: string) => readFileSync(`tests/e2e/${spec}.spec.ts`, 'utf8')
const runsOnDesktop = (spec: string) => spec.endsWith('-desktop') || textOf(spec).includes('@desktop')
const startsOf = (spec: string) =>
  textOf(spec).match(/\b(?:start(?:Prepared|Service)\(\{[^}]*\}|sharedConnected\([^)]*\))/g) ?? []
const isDeployed = (start: string) => /dialect: [^,]*'deployed'/.test(start)

const testing = readFileSync('docs/testing.md', 'utf8')

/** "Which spec runs where": its table is of Electron, what stands below it of Chromium alone. */
const [inElectron, inChromiumAlone] = testing
  .split('### Which spec runs where')[1]!
  .split('`import-browser`, `security-browser` and `told-anew-browser`')
const named = (text = '') => [...text.matchAll(/`([a-z-]+)`(?= +\||,|\.)/g)].map(([, spec]) => spec)

it('docs/testing.md lists every spec that runs in Electron', () => {
  expect(named(inElectron)).toEqual(expect.arrayContaining(specs.filter(runsOnDesktop)))
  expect(named(inElectron)).toHaveLength(specs.filter(runsOnDesktop).length)
})

it('docs/testing.md lists every spec that runs in Chromium alone', () => {
  const alone = specs.filter((spec) => !runsOnDesktop(spec) && !spec.endsWith('-browser'))
  expect([...named(inChromiumAlone)].sort()).toEqual(alone.sort())
})

/** "Which dialect a story is told in": a table of capability, specs on the deployed dialect, specs on the reference dialect. */
const dialects = testing
  .split('### Which dialect a story is told in')[1]!
  .split('###')[0]!
  .split('\n')
  .filter((line) => line.startsWith('|'))
  .map((line) => line.split('|').map((cell) => [...cell.matchAll(/`([a-z-]+)`/g)].map(([, spec]) => spec)))
const inColumn = (at: number) => dialects.flatMap((cells) => cells[at] ?? []).sort()

it('docs/testing.md lists every spec whose service speaks the deployed dialect', () => {
  const deployed = specs.filter((spec) => startsOf(spec).some(isDeployed))
  expect(inColumn(2)).toEqual(deployed.sort())
})

it('docs/testing.md lists every spec whose service speaks the reference dialect alone', () => {
  const reference = specs.filter((spec) => startsOf(spec).length > 0 && !startsOf(spec).some(isDeployed))
  expect(inColumn(3)).toEqual(reference.sort())
})

it('a spec tells all its stories in one dialect', () => {
  const mixed = specs.filter((spec) => startsOf(spec).some(isDeployed) && !startsOf(spec).every(isDeployed))
  expect(mixed).toEqual([])
})

it('half of the specs that start a service start it with the deployed dialect', () => {
  expect(inColumn(2).length * 2).toBeGreaterThanOrEqual(
    specs.filter((spec) => startsOf(spec).length > 0).length,
  )
})

import { readdirSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

const specs = readdirSync('tests/e2e')
  .filter((file) => file.endsWith('.spec.ts'))
  .map((file) => file.slice(0, -'.spec.ts'.length))
const runsOnDesktop = (spec: string) =>
  spec.endsWith('-desktop') || readFileSync(`tests/e2e/${spec}.spec.ts`, 'utf8').includes('@desktop')

/** "Which spec runs where": its table is of Electron, what stands below it of Chromium alone. */
const [inElectron, inChromiumAlone] = readFileSync('docs/testing.md', 'utf8')
  .split('### Which spec runs where')[1]!
  .split('`import-browser` and `security-browser`')
const named = (text = '') => [...text.matchAll(/`([a-z-]+)`(?= +\||,|\.)/g)].map(([, spec]) => spec)

it('docs/testing.md lists every spec that runs in Electron', () => {
  expect(named(inElectron)).toEqual(expect.arrayContaining(specs.filter(runsOnDesktop)))
  expect(named(inElectron)).toHaveLength(specs.filter(runsOnDesktop).length)
})

it('docs/testing.md lists every spec that runs in Chromium alone', () => {
  const alone = specs.filter((spec) => !runsOnDesktop(spec) && !spec.endsWith('-browser'))
  expect([...named(inChromiumAlone)].sort()).toEqual(alone.sort())
})

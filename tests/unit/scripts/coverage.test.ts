import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { Covered } from '../../../scripts/coverage/covered'
import { Dumps } from '../../../scripts/coverage/dumps'
import { sharesOf, tableOf } from '../../../scripts/coverage/table'
import { readVitestReport } from '../../../scripts/coverage/vitest-report'
import { node } from '../../fixtures/built'

const source = `export function sign(value: number): string {
  if (value < 0) return 'minus'
  return value > 0 ? 'plus' : 'none'
}
export interface Unused {
  name: string
}
process.stdout.write(sign(Number(process.env.VALUE)))
`

let root: string
let file: string
beforeEach(() => {
  // macOS keeps its temporary folder behind a link, and a process tells its own whole name.
  root = realpathSync(mkdtempSync(path.join(os.tmpdir(), 'postroom-coverage-')))
  file = path.join(root, 'src-main', 'sign.ts')
  mkdirSync(path.dirname(file))
  writeFileSync(file, source)
  execFileSync('git', ['init', '-q'], { cwd: root })
  execFileSync('git', ['add', '-A'], { cwd: root })
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

/** Runs the source as a process, as tests do, with a value. */
function runWith(value: number): void {
  const raw = path.join(root, 'raw')
  const env = { ...process.env, NODE_V8_COVERAGE: raw, VALUE: String(value) }
  execFileSync(node, ['--import', 'tsx', file], { env, stdio: 'ignore' })
}

function shares() {
  const covered = new Covered(root)
  const dumps = new Dumps(covered, path.join(root, 'out'))
  for (const name of readdirSync(path.join(root, 'raw'))) dumps.read(path.join(root, 'raw', name))
  return sharesOf(covered, (name) => name.split('/')[0] ?? '')
}

describe('how much of a source the tests run', () => {
  it('counts lines that hold a statement and arms that are chosen between, by what a process told', () => {
    runWith(-1)
    // The function, the first return; neither arm of the second.
    expect(shares()).toEqual([
      { folder: 'src-main', lines: { ran: 2, all: 3 }, branches: { ran: 2, all: 4 } },
    ])
  })

  it('adds up what several processes ran', () => {
    for (const value of [-1, 0, 1]) runWith(value)
    expect(shares()).toEqual([
      { folder: 'src-main', lines: { ran: 3, all: 3 }, branches: { ran: 4, all: 4 } },
    ])
  })

  it('counts what nothing ran', () => {
    const none = sharesOf(new Covered(root), () => 'src-main')
    expect(tableOf(none)).toMatch(/src-main +0\.00 +0\.00$/)
  })

  it("takes vitest's report for what tests call directly", () => {
    const report = path.join(root, 'coverage-final.json')
    const at = (line: number, column: number) => ({ start: { line, column } })
    const told = {
      statementMap: { 0: at(2, 2), 1: at(2, 17), 2: at(3, 2) },
      s: { 0: 1, 1: 0, 2: 1 },
      branchMap: { 0: { locations: [at(3, 21), at(3, 30)] } },
      b: { 0: [1, 0] },
    }
    writeFileSync(report, JSON.stringify({ [file]: told }))
    const covered = new Covered(root)
    readVitestReport(report, covered)
    expect(sharesOf(covered, () => 'all')).toEqual([
      { folder: 'all', lines: { ran: 2, all: 3 }, branches: { ran: 2, all: 4 } },
    ])
  })
})

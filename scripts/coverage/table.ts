import { execFileSync } from 'node:child_process'
import path from 'node:path'
import { runnableOf, type Stretch } from './branches'
import type { Covered } from './covered'

/** How much ran of a folder's sources, or of one file. */
export interface Share {
  folder: string
  lines: { ran: number; all: number }
  branches: { ran: number; all: number }
}

/** How much of the sources ran, added up under the name that `by` gives each file. */
export function sharesOf(covered: Covered, by: (file: string) => string): Share[] {
  const shares = new Map<string, Share>()
  for (const file of sources(covered.root)) {
    const folder = by(file)
    const share = shares.get(folder) ?? { folder, lines: { ran: 0, all: 0 }, branches: { ran: 0, all: 0 } }
    shares.set(folder, share)
    const { statements, arms } = runnableOf(path.join(covered.root, file))
    const ran = ({ start, end }: Stretch) => covered.ranIn(file, start, end) === true
    const lines = new Map<number, boolean>()
    for (const one of statements) lines.set(one.start.line, ran(one) || lines.get(one.start.line) === true)
    share.lines.all += lines.size
    share.lines.ran += [...lines.values()].filter(Boolean).length
    share.branches.all += arms.length
    share.branches.ran += arms.filter(ran).length
  }
  return [...shares.values()].sort((a, b) => (a.folder < b.folder ? -1 : 1))
}

/** The sources that git knows. */
function sources(root: string): string[] {
  return execFileSync('git', ['ls-files', 'src-*'], { cwd: root, encoding: 'utf8' })
    .split('\n')
    .filter((file) => /\.(ts|vue)$/.test(file) && !file.endsWith('.d.ts'))
}

/** A line for each: its name, and the shares in percent. */
export function tableOf(shares: readonly Share[]): string {
  const percent = ({ ran, all }: Share['lines']) => (all === 0 ? '-' : ((100 * ran) / all).toFixed(2))
  const line = (name: string, lines: string, branches: string) =>
    `${name.padEnd(60)} ${lines.padStart(8)} ${branches.padStart(10)}`
  return [
    line('', 'lines %', 'branches %'),
    ...shares.map(({ folder, lines, branches }) => line(folder, percent(lines), percent(branches))),
  ].join('\n')
}

import { readdirSync, readFileSync } from 'node:fs'
import { figure, quantile, size } from './cache/harness'
import { appStarter, emptyStarter, type Started } from './desk/empty-window'

/** How often each program is measured, by turns. */
const turns = 3
/** How long a program is left alone before it is measured (milliseconds): longer than anything is kept for searching. */
const idleMs = 20_000

/** A process may end between the listing and the look at it. */
function hasEnded(error: unknown): boolean {
  return error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ESRCH')
}

/** The process and everything below it. */
function processTree(root: number): number[] {
  const parents = new Map<number, number>()
  for (const name of readdirSync('/proc').filter((entry) => /^\d+$/.test(entry))) {
    try {
      const stat = readFileSync(`/proc/${name}/stat`, 'utf8')
      parents.set(Number(name), Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]))
    } catch (error) {
      if (!hasEnded(error)) throw error
    }
  }
  const belongs = (pid: number): boolean => pid === root || (pid > 1 && belongs(parents.get(pid) ?? 0))
  return [...parents.keys()].filter(belongs)
}

/** Proportional set size: shared pages are counted once over all processes. MB. */
function memoryOf(root: number): number {
  const kilobytes = processTree(root).map((pid) => {
    try {
      const rollup = readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8')
      return Number(/^Pss:\s+(\d+)/m.exec(rollup)?.[1] ?? 0)
    } catch (error) {
      if (!hasEnded(error)) throw error
      return 0
    }
  })
  return kilobytes.reduce((sum, each) => sum + each, 0) / 1000
}

async function measured(starter: () => Promise<Started>): Promise<number> {
  const { program } = await starter()
  await new Promise((resolve) => setTimeout(resolve, idleMs))
  const memory = memoryOf(program.process().pid ?? 0)
  await program.close()
  return memory
}

/** All processes, idle with Contacts open on a copy of a million, beside an empty window in the same run. */
async function run(): Promise<void> {
  const empty = emptyStarter()
  const app = appStarter(size)
  const floors: number[] = []
  const apps: number[] = []
  for (let turn = 0; turn < turns; turn += 1) {
    floors.push(await measured(empty))
    apps.push(await measured(app))
  }
  figure('memory', 'empty window', quantile(floors, 0.5), 'MB')
  figure('memory', `idle, ${size} contacts, Contacts open`, quantile(apps, 0.5), 'MB')
  figure('memory', 'ratio to an empty window', quantile(apps, 0.5) / quantile(floors, 0.5), 'x')
}

void run()

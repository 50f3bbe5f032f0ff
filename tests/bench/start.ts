import { figure, quantile, size } from './cache/harness'
import { appStarter, emptyStarter, type Started } from './desk/empty-window'

/** How often each program is started, by turns. */
const turns = 7

async function timed(starter: () => Promise<Started>): Promise<number> {
  const { ms, program } = await starter()
  await program.close()
  return ms
}

/** From the start of the program to the first page of contacts, beside an empty window in the same run. */
async function run(): Promise<void> {
  const empty = emptyStarter()
  const app = appStarter(size)
  await timed(empty)
  await timed(app)
  const floors: number[] = []
  const starts: number[] = []
  for (let turn = 0; turn < turns; turn += 1) {
    floors.push(await timed(empty))
    starts.push(await timed(app))
  }
  figure('start', 'empty window', quantile(floors, 0.5), 'ms')
  figure('start', `first page of ${size} contacts`, quantile(starts, 0.5), 'ms')
  figure('start', 'ratio to an empty window', quantile(starts, 0.5) / quantile(floors, 0.5), 'x')
}

void run()

// A first copy where the service is not the limit: pages from a bare server through fetch, decode and cache. The
// floor is fetching the same pages and throwing them away. `npm run bench -- sync [CONTACTS] [RUNS]`.
import { fork } from 'node:child_process'
import { join } from 'node:path'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { figure, quantile, size } from './cache/harness'
import { openParts, startPages } from './sync-parts/console'

const runs = Number(process.argv[3] ?? 3)
const early = Math.min(100_000, size / 2)

async function floor(url: string): Promise<number> {
  const began = performance.now()
  const pages = Math.min(2000, size / 100)
  for (let page = 0; page < pages; page++) {
    await (await fetch(`${url}/contacts?limit=100&cursor=c${page}`)).arrayBuffer()
  }
  return (pages * 100 * 1000) / (performance.now() - began)
}

/** The longest delay of a process that does nothing meanwhile: what of ours is the machine's. */
function watchIdle() {
  const child = fork(join(__dirname, 'sync-parts', 'idle.ts'), { execArgv: ['--import', 'tsx'] })
  return () =>
    new Promise<number>((done) => {
      child.once('message', (ms) => done(Number(ms)))
      child.send('end')
    })
}

/**
 * The longest stretch of work between two turns of the event loop, in this thread's own CPU time: what a delay
 * would be on a machine that has nothing else to do.
 */
function watchStretches() {
  let longest = 0
  let before = process.threadCpuUsage()
  const timer = setInterval(() => {
    const now = process.threadCpuUsage()
    longest = Math.max(longest, now.user + now.system - before.user - before.system)
    before = now
  }, 1)
  return () => {
    clearInterval(timer)
    return longest / 1000
  }
}

async function copy(url: string) {
  const parts = await openParts(url, 100_000_000)
  const idle = watchIdle()
  const stretches = watchStretches()
  const delay = monitorEventLoopDelay({ resolution: 1 })
  delay.enable()
  const began = performance.now()
  let rssEarly = 0
  let rss = 0
  const run = await parts.sync((seen) => {
    const now = process.memoryUsage.rss()
    rss = Math.max(rss, now)
    if ((seen?.received ?? 0) <= early) rssEarly = Math.max(rssEarly, now)
  })
  const seconds = (performance.now() - began) / 1000
  delay.disable()
  const stretch = stretches()
  if (run.state !== 'finished' || run.added !== size)
    throw new Error(`The run came out wrong: ${JSON.stringify(run)}`)
  await parts.close()
  return {
    rate: size / seconds,
    longest: delay.max / 1e6,
    stretch,
    idle: await idle(),
    rssEarly: rssEarly / 1e6,
    rss: rss / 1e6,
  }
}

async function main() {
  const server = await startPages(size)
  const floors: number[] = []
  const copies: Awaited<ReturnType<typeof copy>>[] = []
  for (let run = 0; run < runs; run++) {
    floors.push(await floor(server.url))
    copies.push(await copy(server.url))
  }
  server.stop()
  const median = (values: number[]) => quantile(values, 0.5)
  const rate = median(copies.map((each) => each.rate))
  figure('sync', 'floor: fetch and throw away', median(floors), 'contacts/s')
  figure('sync', 'copy', rate, 'contacts/s')
  figure('sync', 'copy to floor', rate / median(floors), 'x')
  figure('sync', 'longest delay of the main thread', Math.max(...copies.map((each) => each.longest)), 'ms')
  figure(
    'sync',
    'longest stretch of work on the main thread, CPU time',
    Math.max(...copies.map((each) => each.stretch)),
    'ms',
  )
  figure(
    'sync',
    'longest delay of an idle process meanwhile',
    Math.max(...copies.map((each) => each.idle)),
    'ms',
  )
  figure('sync', `memory up to ${early}`, median(copies.map((each) => each.rssEarly)), 'MB')
  figure('sync', `memory up to ${size}`, median(copies.map((each) => each.rss)), 'MB')
}

void main()

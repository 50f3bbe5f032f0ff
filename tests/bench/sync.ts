// A first copy where the service is not the limit: pages from a bare server through fetch, decode and cache. The
// floor is fetching the same pages and throwing them away. `npm run bench -- sync [CONTACTS] [RUNS]`.
import { fork } from 'node:child_process'
import { join } from 'node:path'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import type { Cache } from '../../src-main/cache/store'
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

/** Searches without a pause, as somebody does who types while the copy is made. Returns how often, once told to end. */
function searchOn(cache: Cache) {
  const terms = ['a', 'gmail', 'nov', 'an', 'berlin', 'zz', '']
  const fields = ['createdAt', 'email'] as const
  let over = false
  let count = 0
  const searching = (async () => {
    for (; !over; count++) {
      const search = terms[count % terms.length] ?? ''
      const field = fields[count % fields.length] ?? 'createdAt'
      const query = { search, filters: [], sort: { field, direction: 'desc' as const } }
      await cache.contacts.page({ query, slice: { offset: 0, limit: 100 } })
    }
  })()
  return async () => {
    over = true
    await searching
    return count
  }
}

async function copy(url: string, searched = false) {
  const parts = await openParts(url, 100_000_000)
  const idle = watchIdle()
  const stretches = watchStretches()
  const delay = monitorEventLoopDelay({ resolution: 1 })
  delay.enable()
  const endSearch = searched ? searchOn(parts.cache) : () => Promise.resolve(0)
  const began = performance.now()
  let rssEarly = 0
  let rss = 0
  const run = await parts.sync((seen) => {
    const now = process.memoryUsage.rss()
    rss = Math.max(rss, now)
    if ((seen?.received ?? 0) <= early) rssEarly = Math.max(rssEarly, now)
  })
  const seconds = (performance.now() - began) / 1000
  const searches = await endSearch()
  delay.disable()
  const stretch = stretches()
  if (run.state !== 'finished' || run.added !== size)
    throw new Error(`The run came out wrong: ${JSON.stringify(run)}`)
  await parts.close()
  return {
    rate: size / seconds,
    longest: delay.max / 1e6,
    stretch,
    searches,
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
  const searched = await copy(server.url, true)
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
  figure('sync', 'longest delay of the main thread, searched meanwhile', searched.longest, 'ms')
  figure(
    'sync',
    'longest stretch of work on the main thread, searched meanwhile, CPU time',
    searched.stretch,
    'ms',
  )
  figure('sync', 'longest delay of an idle process, searched meanwhile', searched.idle, 'ms')
  figure('sync', 'searches meanwhile', searched.searches, 'searches')
  figure('sync', `memory up to ${early}`, median(copies.map((each) => each.rssEarly)), 'MB')
  figure('sync', `memory up to ${size}`, median(copies.map((each) => each.rss)), 'MB')
}

void main()

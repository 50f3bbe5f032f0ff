import { readdirSync } from 'node:fs'
import type { ObservedRequest } from '../app'
import type { TimerClock } from '../clock'
import type { Ending } from '../mail/deliveries'
import { counter, exposition, histogram, looked, type Labels, type Metric } from './exposition'

const seconds = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]
/** What is taken back by thousands is not mail that ended well or badly. */
const endings: readonly Ending[] = ['sent', 'bounced', 'failed', 'unknown']

/** What is counted. */
export type Metrics = ReturnType<typeof createMetrics>

/** What is looked up when the metrics are asked for. */
export interface MeasuredDatabase {
  /** What waits at a time (milliseconds since 1970), by queue. */
  depths(now: number): Promise<readonly (readonly [queue: string, waiting: number])[]>
  sizes(): Promise<Record<string, number>>
  connections(): Readonly<Record<string, number>>
  /** Where a process serves several projects: how many, by what it does for them. */
  projects?(): Readonly<Record<string, number>>
  /** Of how many of them other processes got the work. */
  given?(): number
}

/** What is counted of a service. No label says whom or what a request was about. */
export function createMetrics(db: MeasuredDatabase, clock: TimerClock) {
  const requests = histogram(
    'http_request_duration_seconds',
    'How long requests took, in seconds, by interface, method, route and status.',
    seconds,
  )
  const mails = counter(
    'postroom_mails_total',
    'Messages that ended since the start, by how.',
    endings.map((ending) => ({ ending })),
  )
  const waiting = looked('gauge', 'postroom_queue_depth', 'What waits to be done, by queue.', async () =>
    (await db.depths(clock.now())).map(([queue, count]) => [{ queue }, count]),
  )
  const bytes = looked('gauge', 'postroom_database_bytes', 'Size of the database, by file.', async () =>
    Object.entries(await db.sizes()).map(([file, size]) => [{ file }, size]),
  )
  const connections = looked(
    'gauge',
    'postroom_database_connections',
    'Connections to PostgreSQL of this process, by what they do; of those waited for, how many wait.',
    () => Object.entries(db.connections()).map(([state, count]) => [{ state }, count]),
  )
  const projects = looked(
    'gauge',
    'postroom_projects',
    'Projects of this process, by what it does for them: serve alone (idle), or work as well.',
    () => Object.entries(db.projects?.() ?? {}).map(([state, count]) => [{ state }, count]),
  )
  const given = looked(
    'counter',
    'postroom_projects_given_total',
    'Projects whose work this process gave to one with room, since the start.',
    () => [[none, db.given?.() ?? 0]],
  )
  const ofAll = db.projects ? [projects, given] : []
  const all = [requests.metric, mails.metric, waiting, bytes, connections, ...ofAll]
  return {
    /** Counts a request of an interface: `email` or `records`. */
    request(api: string, { method, route, status, ms }: ObservedRequest): void {
      requests.observe({ api, method, route, status: String(status) }, ms / 1000)
    },
    /** Counts a message that ended. */
    mailEnded(ending: Ending): void {
      if (endings.includes(ending)) mails.add({ ending })
    },
    /** All of it, as Prometheus reads it. */
    text: () => exposition([...all, ...processMetrics]),
  }
}

const none: Labels = {}

/** What the system knows of this process, under the names that every Prometheus client gives it. */
const processMetrics: readonly Metric[] = [
  looked('counter', 'process_cpu_seconds_total', 'Processor time used, in seconds.', () => {
    const { user, system } = process.cpuUsage()
    return [[none, (user + system) / 1e6]]
  }),
  looked('gauge', 'process_resident_memory_bytes', 'Memory held, in bytes.', () => [
    [none, process.memoryUsage.rss()],
  ]),
  looked('gauge', 'nodejs_heap_size_used_bytes', 'Memory that JavaScript uses, in bytes.', () => [
    [none, process.memoryUsage().heapUsed],
  ]),
  looked('gauge', 'process_start_time_seconds', 'When it was started, in seconds since 1970.', () => [
    [none, Math.round(performance.timeOrigin) / 1000],
  ]),
  looked('gauge', 'process_open_fds', 'Files and connections that are open; told on Linux alone.', () =>
    process.platform === 'linux' ? [[none, readdirSync('/proc/self/fd').length]] : [],
  ),
]

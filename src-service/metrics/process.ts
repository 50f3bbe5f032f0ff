import { readdirSync } from 'node:fs'
import { type Labels, looked, type Metric } from './exposition'

const none: Labels = {}

/** What the system knows of this process, under the names that every Prometheus client gives it. */
export const processMetrics: readonly Metric[] = [
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

import { readFileSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import {
  addProject,
  type AddedProject,
  type AllProjects,
  sendCampaign,
  startAllProjects,
} from '../fixtures/all-projects'
import { rowsOf } from '../fixtures/project-rows'
import { startMailServer } from '../fixtures/mail-server'
import { startPostgres } from '../fixtures/postgres'
import { startService, testDatabaseVariable } from '../fixtures/service'
import { until } from '../fixtures/until'
import { figure, quantile } from './cache/harness'
import { run } from './service-parts/load'
import { processorTime } from './service-parts/processor'

// `npm run bench -- service-projects [PROJECTS]`: what a process that serves all projects of a database takes, with one project open,
// with 200 that nobody asks for any more, with 20 of them that are asked and send, and after it has let go of them; beside a
// process that serves one project.

const bench = 'service-projects'
const count = Number(process.argv[2] ?? 200)
const busy = 20
const requests = 200
const mailed = 42
/** Seconds that idle ones are watched for. */
const watched = 20

const memoryOf = (pid: number): number =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024

/** Milliseconds of processor time that a process has taken. */
const usedBy = (pid: number): number => 1000 * processorTime(pid)

async function heapOf({ url }: AllProjects): Promise<number> {
  const text = await (await fetch(`${url}/metrics`)).text()
  return Number(/^nodejs_heap_size_used_bytes (\d+)/m.exec(text)?.[1]) / 2 ** 20
}

async function tell(name: string, service: AllProjects): Promise<void> {
  figure(bench, `memory, ${name}`, memoryOf(service.pid), 'MB')
  figure(bench, `heap, ${name}`, await heapOf(service), 'MB')
}

/** What idle projects take of the processor. */
async function watch(name: string, { pid }: AllProjects): Promise<void> {
  const before = usedBy(pid)
  await wait(watched * 1000)
  figure(bench, `processor, ${name}`, (usedBy(pid) - before) / watched, 'ms a second')
}

async function first(service: AllProjects, projects: readonly AddedProject[]): Promise<void> {
  const times: number[] = []
  const before = usedBy(service.pid)
  for (const { secretKey } of projects) {
    const start = performance.now()
    await (await service.ask(secretKey, '/contacts')).text()
    times.push(performance.now() - start)
  }
  figure(bench, 'first request of a project, median', quantile(times, 0.5), 'ms')
  figure(bench, 'first request of a project, 95th percentile', quantile(times, 0.95), 'ms')
  figure(bench, 'opening a project', (usedBy(service.pid) - before) / projects.length, 'ms of a core')
}

/** Has some of them asked and send at once. */
async function work(service: AllProjects, url: string, projects: readonly AddedProject[]): Promise<void> {
  const port = Number(new URL(service.url).port)
  await Promise.all(projects.map((project) => sendCampaign(service, url, project, mailed)))
  const [before, start] = [usedBy(service.pid), performance.now()]
  await Promise.all(
    projects.map(({ secretKey: key }) =>
      run({ method: 'GET', path: '/contacts?limit=100', port, key }, requests, 2),
    ),
  )
  const done = requests * projects.length
  figure(bench, `${busy} busy, requests`, (1000 * done) / (performance.now() - start), '1/s')
  figure(bench, `${busy} busy, a request`, (usedBy(service.pid) - before) / done, 'ms of a core')
}

async function main(): Promise<void> {
  const server = await startPostgres({ durable: true })
  const mails = await startMailServer({})
  const url = await server.database()
  const args = ['--rate', '1000000', '--smtp', mails.url]
  const projects: AddedProject[] = []
  // The first process makes the tables.
  await (await startAllProjects(url, ...args)).stop()
  for (let at = 0; at < count; at++) projects.push(await addProject(url, `p${at}`))
  // As all of them are once they were looked at: nothing is to be done for any.
  await rowsOf(url, 'p0', 'UPDATE service_project SET due_at = NULL')
  const service = await startAllProjects(url, ...args)
  await tell('no project', service)
  await (await service.ask(projects[0]?.secretKey ?? '', '/contacts')).text()
  await tell('1 project', service)
  await first(service, projects.slice(1))
  await tell(`${count} projects`, service)
  await watch(`${count} idle projects`, service)
  const start = performance.now()
  await work(service, url, projects.slice(0, busy))
  await until(
    () => mails.received.length,
    (length) => length === busy * mailed,
    300_000,
  )
  figure(bench, `${busy} busy, mails`, (1000 * busy * mailed) / (performance.now() - start), '1/s')
  await tell(`${count} projects, ${busy} busy`, service)
  await until(
    () => service.projects(),
    ({ working, idle }) => working + idle === 0,
    600_000,
  )
  await tell('all let go', service)
  await service.stop()
  process.env[testDatabaseVariable] = url
  const single = await startService({ rate: 1_000_000 })
  figure(bench, 'memory, a process of one project', memoryOf(single.pid), 'MB')
  await single.stop()
  await mails.stop()
  await server.stop()
}

main().catch((error: unknown) => {
  console.error(error)
  process.exitCode = 1
})

// What a sync at the documented limit, 1,000 pages a minute, costs: CPU of the whole process, cache worker and all,
// over two whole minutes from its first request. `npm run bench -- sync-cost`.
import { limits } from '../../src-shared/interface/limits'
import { figure } from './cache/harness'
import { openParts, startPages } from './sync-parts/console'

const minutes = 2
/** More than two minutes can bring, so that the run does not end before. */
const contacts = (minutes + 1) * limits.requestsPerMinute * limits.page.max

async function main() {
  const server = await startPages(contacts)
  const parts = await openParts(server.url, limits.requestsPerMinute)
  let received = 0
  const began = performance.now()
  const before = process.cpuUsage()
  void parts.sync((run) => (received = run?.received ?? received))
  await new Promise((done) => setTimeout(done, minutes * 60_000))
  const { user, system } = process.cpuUsage(before)
  const seconds = (performance.now() - began) / 1000
  figure('sync-cost', 'pages', received / limits.page.max, 'pages')
  figure('sync-cost', 'pages a second', received / limits.page.max / seconds, 'pages/s')
  figure('sync-cost', 'CPU at the limit', ((user + system) / 1e6 / seconds) * 100, '% of a core')
  server.stop()
  process.exit(0)
}

void main()

// Verification batches. `npm run bench -- verification [ADDRESSES] [RUNS] [MINUTES]`: addresses a second where the service
// is not the limit, beside the same questions asked by a bare loop of fetch; the share of the documented 1,000 requests a
// minute that a batch uses where that is the limit, and how many answers were 429; and what screens ask of a batch of a
// million. MINUTES 0 leaves the second out.
import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { systemClock } from '../../src-main/core/clock'
import type { LedgerEntry } from '../../src-main/features/verification/store/ledger/api'
import { callsAtOnce } from '../../src-main/features/verification/estimate'
import { signMeanings } from '../../src-main/features/verification/store/ledger/classes'
import { limits } from '../../src-shared/interface/limits'
import { openBatchCore } from '../fixtures/batch-core'
import { figure, quantile, spread, time } from './cache/harness'
import { key, open, scratch } from './cache/open'

const bench = 'verification'
const addresses = Number(process.argv[2] ?? 5000)
const runs = Number(process.argv[3] ?? 3)
const minutes = Number(process.argv[4] ?? 3)
const million = 1_000_000
const minuteMs = 60_000
const slice = { offset: 0, limit: 100 }

const emails = (count: number) =>
  Array.from({ length: count }, (_, index) => `p${index}@firm${index % 500}.example`)

async function startServer(ceiling: number, latencyMs: number) {
  const script = join(__dirname, 'verification-parts', 'server.ts')
  const child = spawn(process.execPath, ['--import', 'tsx', script, String(ceiling), String(latencyMs)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const lines = createInterface({ input: child.stdout })
  const url = await new Promise<string>((done) => lines.once('line', done))
  return { url, stop: () => child.kill() }
}

/** Seconds that a batch of so many takes from its start to the end of its job. */
async function batch(url: string, count: number, ceiling: number): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), 'postroom-bench-'))
  const core = await openBatchCore({ folder, key, url, clock: systemClock, ceiling })
  const { id } = await core.batchOf(emails(count))
  const began = performance.now()
  await core.run(id)
  const took = (performance.now() - began) / 1000
  await core.close()
  rmSync(folder, { recursive: true, force: true })
  return took
}

/** The same questions, by nothing but fetch. */
async function bare(url: string, count: number): Promise<number> {
  const left = emails(count)
  const began = performance.now()
  const stream = async () => {
    for (let email = left.pop(); email !== undefined; email = left.pop()) {
      const body = JSON.stringify({ email })
      const headers = { 'Content-Type': 'application/json' }
      await (await fetch(`${url}/v1/verify`, { method: 'POST', headers, body })).json()
    }
  }
  await Promise.all(Array.from({ length: callsAtOnce }, stream))
  return (performance.now() - began) / 1000
}

async function speed() {
  const server = await startServer(Number.POSITIVE_INFINITY, 0)
  const [ours, floor]: number[][] = [[], []]
  for (let run = 0; run < runs; run += 1) {
    floor?.push(addresses / (await bare(server.url, addresses)))
    ours?.push(addresses / (await batch(server.url, addresses, 1_000_000_000)))
  }
  server.stop()
  figure(bench, 'a bare loop of fetch', quantile(floor ?? [], 0.5), 'addresses/s')
  figure(bench, 'a batch', quantile(ours ?? [], 0.5), 'addresses/s')
}

/** Whole minutes from the first request: the burst of the first one is part of the first minute alone. */
async function limited() {
  for (const latencyMs of [5, 100]) {
    const server = await startServer(limits.requestsPerMinute, latencyMs)
    await batch(server.url, minutes * limits.requestsPerMinute, limits.requestsPerMinute)
    const told = await (await fetch(`${server.url}/arrivals`)).json()
    server.stop()
    const { arrivals, refused } = told as { arrivals: number[]; refused: number }
    const first = arrivals[0] ?? 0
    const whole = minutes - 1
    const used = arrivals.filter((at) => at < first + whole * minuteMs).length
    const share = (used / (whole * limits.requestsPerMinute)) * 100
    figure(bench, `share of the budget, ${latencyMs} ms`, share, '%')
    figure(bench, `answers of 429, ${latencyMs} ms`, refused, '')
  }
}

function large() {
  const opened = open(scratch(bench))
  const { batches, verdicts } = opened.store
  verdicts.useRules(signMeanings)
  const { id } = batches.add({ name: 'A million', source: { kind: 'notChecked', days: 0 }, now: 1 })
  const all = emails(million)
  const took = time(million / 1000, (page) =>
    batches.put({ id, emails: all.slice(page * 1000, page * 1000 + 1000) }),
  )
  spread(bench, '1,000 addresses collected', took)
  const signs = ['takesMail', 'takesMail', 'takesMail', 'role', 'noDomain', 'timedOut'] as const
  const noting = time(million / 1000, (page) => {
    const entries: LedgerEntry[] = all.slice(page * 1000, page * 1000 + 1000).map((email, index) => ({
      email,
      class: 'accepts',
      reasons: [],
      signs: [signs[index % signs.length] ?? 'takesMail'],
      suggestion: null,
      source: 'service',
      at: 1000 + page,
      answer: null,
    }))
    verdicts.add(entries)
    const began = performance.now()
    batches.note({ id, verdicts: entries.map(({ email, at }) => ({ email, at })), ranMs: 1 })
    return performance.now() - began
  })
  spread(bench, '1,000 verdicts entered and noted', noting)
  const ask = (search: string, by: 'given' | 'email' | 'class' | 'checked', offset: number) =>
    batches.rows({ id, filter: { search }, sort: { by, direction: 'asc' }, slice: { ...slice, offset } })
  const places = [0, 250_000, 500_000, 999_900]
  spread(
    bench,
    'a slice as given',
    time(40, (call) => ask('', 'given', places[call % 4] ?? 0)),
  )
  figure(bench, 'the first search, reading the batch', time(1, () => ask('p12345', 'given', 0))[0] ?? 0, 'ms')
  spread(
    bench,
    'another search',
    time(20, (call) => ask(`p${call}77`, 'given', 0)),
  )
  for (const by of ['email', 'class', 'checked'] as const) {
    figure(bench, `the first slice by ${by}`, time(1, () => ask('', by, 0))[0] ?? 0, 'ms')
    spread(
      bench,
      `a slice by ${by}`,
      time(40, (call) => ask('', by, places[call % 4] ?? 0)),
    )
  }
  batches.tally(id)
  spread(
    bench,
    'all counts',
    time(20, () => batches.tally(id)),
  )
  figure(
    bench,
    'a changed rule',
    time(1, () => verdicts.setRule({ sign: 'role', class: 'accepts' }))[0] ?? 0,
    'ms',
  )
  figure(bench, 'the counts after it', time(1, () => batches.get(id))[0] ?? 0, 'ms')
}

async function main(): Promise<void> {
  large()
  await speed()
  if (minutes > 1) await limited()
}

void main()

import * as http from 'node:http'
import type { AddressInfo } from 'node:net'
import { createServiceClient } from '../../src-main/core/client/service'
import { systemClock } from '../../src-main/core/clock'
import { createLogger } from '../../src-main/core/log'
import { limits } from '../../src-shared/interface/limits'

/**
 * What share of the documented 1,000 requests a minute a sync uses when it is given all of it, against a real HTTP
 * server that counts on its own and answers 429 to whatever is over. Minutes are whole: at saturation the time is
 * taken from the first request of a minute's share to the first of the next but one, so that the burst at the
 * beginning does not flatter; a stream that its latency keeps below the limit is counted over two minutes.
 */
const measures = [
  { latencyMs: 5, streams: 1 },
  { latencyMs: 50, streams: 1 },
  { latencyMs: 200, streams: 1 },
  { latencyMs: 200, streams: 4 },
]
const minute = 60_000
const page = JSON.stringify({
  contacts: Array.from({ length: 100 }, (_, index) => ({
    id: `c${index}`,
    email: `person${index}@example.com`,
    subscribed: true,
    data: { firstName: 'Ann', plan: 'pro', seats: 12, company: 'Example and Sons', city: 'Lisbon' },
    createdAt: '2026-01-01T00:00:00.000Z',
    updatedAt: '2026-01-01T00:00:00.000Z',
  })),
  cursor: 'next',
  hasMore: true,
  total: 1_000_000,
})

/** A server that allows 1,000 requests in any 60 s by its own clock, refused ones included. */
async function startLimited(latencyMs: number) {
  const arrivals: number[] = []
  let oldest = 0
  let refused = 0
  let most = 0
  const server = http.createServer((_request, response) => {
    const now = performance.now()
    arrivals.push(now)
    while ((arrivals[oldest] ?? now) <= now - minute) oldest++
    const inWindow = arrivals.length - oldest
    most = Math.max(most, inWindow)
    const over = inWindow > limits.requestsPerMinute
    if (over) refused++
    setTimeout(() => {
      response.writeHead(over ? 429 : 200, { 'Content-Type': 'application/json' })
      response.end(over ? '' : page)
    }, latencyMs)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    arrivals,
    refused: () => refused,
    most: () => most,
    close: () => server.close(),
  }
}

async function measure({ latencyMs, streams }: (typeof measures)[number]) {
  const server = await startLimited(latencyMs)
  const client = createServiceClient({
    address: server.url,
    secretKey: 'sk_bench',
    clock: systemClock,
    version: 'bench',
    backgroundShare: 1,
    log: createLogger(),
  })
  const began = performance.now()
  const stop = new AbortController()
  const options = { priority: 'sync', signal: stop.signal } as const
  const stream = async () => {
    while (!stop.signal.aborted) await client.listContacts({ limit: 100 }, options).catch(() => undefined)
  }
  const running = Array.from({ length: streams }, stream)
  while (performance.now() - began < 2 * minute + 3_000) await systemClock.sleep(500)
  stop.abort()
  await Promise.all(running)
  await client.close()
  server.close()

  const first = server.arrivals[0] ?? began
  const inTwoMinutes = server.arrivals.filter((at) => at < first + 2 * minute).length
  // The first request after a pause of a second began the next minute's share.
  const saturated = server.arrivals.findIndex(
    (at, index) => at >= first + 2 * minute && at - (server.arrivals[index - 1] ?? at) > 1_000,
  )
  const [count, time] =
    saturated > 0 ? [saturated, (server.arrivals[saturated] ?? 0) - first] : [inTwoMinutes, 2 * minute]
  const name = `${latencyMs} ms, ${streams} ${streams === 1 ? 'stream' : 'streams'}, two whole minutes`
  const share = (count / limits.requestsPerMinute / (time / minute)) * 100
  print(`share of the limit used, ${name}`, Math.round(share * 100) / 100, '%')
  print(`answers of 429, ${name}`, server.refused(), 'answers')
  print(`most requests in any 60 s, ${name}`, server.most(), 'requests')
}

function print(metric: string, value: number, unit: string): void {
  console.log(JSON.stringify({ bench: 'sync-limit', metric, value, unit }))
}

// Side by side: together they use a few hundredths of one core.
void Promise.all(measures.map(measure))

import { Agent, request } from 'node:http'
import { z } from 'zod'
import { type RunningService, startService } from '../fixtures/service'

// `npm run bench -- service [CONTACTS]`: pages a second of the embedded service, over HTTP, two streams.

const pageShape = z.object({ cursor: z.string().nullable() })
const agent = new Agent({ keepAlive: true })

function print(metric: string, value: number, unit: string): void {
  console.log(JSON.stringify({ bench: 'service', metric, value: Number(value.toPrecision(4)), unit }))
}

function get(service: RunningService, path: string): Promise<string> {
  return new Promise((done, fail) => {
    const headers = { Authorization: `Bearer ${service.secretKey}` }
    const call = request(service.url + path, { agent, headers }, (answer) => {
      let text = ''
      answer.setEncoding('utf8')
      answer.on('data', (chunk) => (text += chunk))
      answer.on('end', () => done(text))
    })
    call.on('error', fail)
    call.end()
  })
}

/** Reads pages, one after the other, from the newest on. */
async function readPages(service: RunningService, path: string, pages: number): Promise<void> {
  let cursor: string | null = null
  for (let page = 0; page < pages; page++) {
    const text: string = await get(service, cursor === null ? path : `${path}&cursor=${cursor}`)
    cursor = pageShape.parse(JSON.parse(text)).cursor
  }
}

async function pagesASecond(service: RunningService, path: string, pages: number): Promise<number> {
  const rates: number[] = []
  for (let run = 0; run < 3; run++) {
    const start = performance.now()
    await Promise.all([readPages(service, path, pages / 2), readPages(service, path, pages / 2)])
    rates.push((pages * 1000) / (performance.now() - start))
  }
  return [...rates].sort((a, b) => a - b)[1] ?? Number.NaN
}

/** Prints medians of three runs: lists of contacts and events, and the floor, a path that reads nothing. */
export async function run(contacts = Number(process.argv[2] ?? 1_000_000)): Promise<void> {
  const service = await startService({ contacts, rate: 1_000_000 })
  try {
    const floor: number[] = []
    for (let round = 0; round < 3; round++) {
      const start = performance.now()
      for (let call = 0; call < 1000; call++) await get(service, '/health')
      floor.push(1_000_000 / (performance.now() - start))
    }
    print('floor: GET /health', [...floor].sort((a, b) => a - b)[1] ?? Number.NaN, 'requests/s')
    for (const path of [
      '/contacts?limit=100',
      '/contacts?limit=100&sort=email',
      '/contacts?limit=100&subscribed=false',
      '/contacts?limit=100&search=gmail',
      '/events?limit=100',
    ]) {
      print(`GET ${path}`, await pagesASecond(service, path, 1000), 'pages/s')
    }
  } finally {
    await service.stop()
    agent.destroy()
  }
}

if (require.main === module) void run()

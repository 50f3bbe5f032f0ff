// Reading a list of records by offset: records a second at 0, 50 and 200 ms of latency, one page after the other and with
// up to four at once, beside a bare loop of fetches that throws its pages away. `npm run bench -- records [RECORDS]`.
import { copyRecords, startRecordPages } from './records-parts/connection'

const count = Number(process.argv[2] ?? 200_000)
/** Pages of the bare loop: enough to know its rate. */
const floorPages = Math.min(count / 100, 300)

function print(metric: string, value: number, unit: string): void {
  console.log(JSON.stringify({ bench: 'records', metric, value: Number(value.toPrecision(4)), unit }))
}

async function floor(url: string): Promise<number> {
  const began = performance.now()
  for (let page = 0; page < floorPages; page++) {
    const body = JSON.stringify({ workspaceId: 'w', skip: page * 100, limit: 100 })
    const headers = { 'Content-Type': 'application/json' }
    await (await fetch(`${url}/v1/list-records`, { method: 'POST', headers, body })).arrayBuffer()
  }
  return (floorPages * 100 * 1000) / (performance.now() - began)
}

async function copy(url: string, mostInFlight: number): Promise<number> {
  const began = performance.now()
  const run = await copyRecords(url, mostInFlight)
  if (run.state !== 'finished' || run.added !== count)
    throw new Error(`The run came out wrong: ${JSON.stringify(run)}`)
  return (count * 1000) / (performance.now() - began)
}

async function main() {
  print('records', count, 'records')
  for (const latencyMs of [0, 50, 200]) {
    const server = await startRecordPages(count, latencyMs)
    try {
      const bare = await floor(server.url)
      const sequential = await copy(server.url, 1)
      const adaptive = await copy(server.url, 4)
      print(`floor: fetch and throw away, at ${latencyMs} ms`, bare, 'records/s')
      print(`one page at once, at ${latencyMs} ms`, sequential, 'records/s')
      print(`up to four pages at once, at ${latencyMs} ms`, adaptive, 'records/s')
      print(`one page at once to floor, at ${latencyMs} ms`, sequential / bare, 'x')
      print(`up to four pages at once to floor, at ${latencyMs} ms`, adaptive / bare, 'x')
    } finally {
      server.stop()
    }
  }
}

void main()

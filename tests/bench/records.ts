// Reading a list of records by offset, over a bare server at 0, 50 and 200 ms of latency: records a second that the
// console copies, with one page on its way at a time and with up to four; each copy is compared with the list. The floor
// is a bare loop of fetch and JSON.parse over the same pages, one and four at once.
// `npm run bench -- records [RECORDS] [LATENCY,...] [RUNS]`: so many runs where there is no latency, medians; one where
// there is, which holds everything up alike. At 200 ms one page at a time takes seven minutes.
import { loadavg } from 'node:os'
import { figure, quantile } from './cache/harness'
import { readBare } from './records-parts/bare'
import { copyRecords, startRecordPages, type CopiedRecords } from './records-parts/connection'

const bench = 'records'
const count = Number(process.argv[2] ?? 200_000)
const latencies = (process.argv[3] ?? '0,50,200').split(',').map(Number)
const runs = Number(process.argv[4] ?? 3)
const widths = [
  { name: 'one page at a time', atOnce: 1 },
  { name: 'up to four at once', atOnce: 4 },
]

function load(when: string): void {
  console.error(`load of the machine ${when}: ${loadavg()[0]?.toFixed(1)}`)
}

function median(values: number[]): number {
  return quantile(values, 0.5)
}

/** Prints the figures at a latency, and answers with the memory of the first copy. */
async function measure(latencyMs: number): Promise<CopiedRecords['memory'] | undefined> {
  const server = await startRecordPages(count, latencyMs)
  try {
    const measured = widths.map((width) => ({
      ...width,
      floors: [] as number[],
      copies: [] as CopiedRecords[],
    }))
    for (let run = 0; run < (latencyMs === 0 ? runs : 1); run += 1) {
      for (const { atOnce, floors, copies } of measured) {
        copies.push(await copyRecords(server.url, count, atOnce))
        floors.push(await readBare(server.url, count, atOnce))
      }
    }
    for (const { name, floors, copies } of measured) {
      const what = `${latencyMs} ms, ${name}`
      const rate = count / median(copies.map(({ seconds }) => seconds))
      figure(bench, `${what}: floor, fetch and JSON.parse`, median(floors), 'records/s')
      figure(bench, `${what}: copy`, rate, 'records/s')
      figure(bench, `${what}: copy to floor`, rate / median(floors), 'x')
      figure(bench, `${what}: pages of the copy`, median(copies.map(({ run }) => run.pages)), 'pages')
    }
    return measured[0]?.copies[0]?.memory
  } finally {
    server.stop()
  }
}

async function main() {
  load('before')
  figure(bench, 'records', count, 'records')
  const memories: (CopiedRecords['memory'] | undefined)[] = []
  for (const latencyMs of latencies) memories.push(await measure(latencyMs))
  // Of the first copy alone: after it, the process holds what others left.
  const [memory] = memories
  if (memory) {
    figure(bench, 'memory before the first copy', memory.before, 'MB')
    figure(bench, `memory up to ${count / 2} records`, memory.half, 'MB')
    figure(bench, `memory up to ${count} records`, memory.most, 'MB')
  }
  load('after')
}

void main()

// Every long list at several sizes, beside other engines; the charts of docs/performance.md are drawn from it.
// `npm run bench -- sizes [ROWS,...] [PART,...]`: parts are fill, contacts, lists, engines,
// duckdb-fill and duckdb. What is not measured anew stays as it was.
// 10,000,000 rows take half an hour, 20 GB of the temporary folder and 8 GB of memory.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { loadavg } from 'node:os'
import { join } from 'node:path'
import { z } from 'zod'
import { charts, drawn } from './sizes-parts/draw'
import { type Point, pointSchema } from './sizes-parts/point'

const sizes = (process.argv[2] ?? '100000,1000000,3000000,10000000').split(',')
const parts = (process.argv[3] ?? 'fill,contacts,lists,engines,duckdb-fill,duckdb').split(',')
const folder = join(process.cwd(), 'docs', 'charts')
const figures = join(folder, 'figures.json')

/** Measures a part at a size, in a process of its own: so its memory is its own. */
function measured(part: string, rows: string): Point[] {
  console.error(`${part} at ${rows}, load of the machine ${loadavg()[0]?.toFixed(1)}`)
  const program = join(__dirname, 'sizes-parts', `${part}.ts`)
  const { status, stdout } = spawnSync(process.execPath, ['--import', 'tsx', program, rows], {
    stdio: ['ignore', 'pipe', 'inherit'],
    encoding: 'utf8',
    maxBuffer: 1 << 26,
  })
  if (status !== 0) throw new Error(`${part} at ${rows} ended with ${String(status)}.`)
  process.stdout.write(stdout)
  return stdout.split('\n').flatMap((line) => (line === '' ? [] : [pointSchema.parse(JSON.parse(line))]))
}

const place = ({ chart, line, rows }: Point): string => JSON.stringify([chart, line, rows])

mkdirSync(folder, { recursive: true })
const known = new Map<string, Point>()
const before = existsSync(figures)
  ? z.array(pointSchema).parse(JSON.parse(readFileSync(figures, 'utf8')))
  : []
for (const point of before) known.set(place(point), point)
for (const rows of sizes)
  for (const part of parts) for (const point of measured(part, rows)) known.set(place(point), point)

const points = [...known.values()]
// As the formatter has it: a line a figure.
const lines = points.map((point) => `  ${JSON.stringify(point, null, 1).replaceAll(/\n\s*/g, ' ')}`)
writeFileSync(figures, `[\n${lines.join(',\n')}\n]\n`)
for (const chart of Object.keys(charts)) writeFileSync(join(folder, `${chart}.svg`), drawn(chart, points))

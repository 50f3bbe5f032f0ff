// A file of a million rows read, mapped and classed against a copy of as many contacts, beside the CSV parser alone on
// the same file in the same run. `npm run bench -- import [ROWS] [RUNS]`.
import { fork } from 'node:child_process'
import { join } from 'node:path'
import { figure, quantile, size } from './cache/harness'
import { loaded, scratch } from './cache/open'
import type { Measured } from './import-parts/measure'

const runs = Number(process.argv[3] ?? 3)

/** Seconds, and seconds of all processors: our parser, and papaparse over the same file. */
interface Floor {
  ours: number
  oursCpu: number
  papa: number
  papaCpu: number
}

/** Runs a part in a process of its own, so that its memory is its own. */
function part<T>(name: string, args: string[]): Promise<T> {
  return new Promise((resolve, reject) => {
    const child = fork(join(__dirname, 'import-parts', `${name}.ts`), args, { execArgv: ['--import', 'tsx'] })
    let said: T | null = null
    child.on('message', (message) => {
      said = message as T
    })
    child.once('exit', (code) => {
      if (code === 0 && said !== null) resolve(said)
      else reject(new Error(`${name} ended with ${String(code)}`))
    })
  })
}

async function main() {
  const { folder, db } = loaded(size)
  db.pragma('wal_checkpoint(TRUNCATE)')
  const file = join(scratch('import'), 'people.csv')
  const made = await part<{ bytes: number }>('file', [String(size), file])
  figure('import', 'rows', size, 'rows')
  figure('import', 'file', made.bytes / 1e6, 'MB')
  const floors: Floor[] = []
  const measured: Measured[] = []
  for (let run = 0; run < runs; run += 1) {
    floors.push(await part<Floor>('parse', [file]))
    measured.push(await part<Measured>('measure', [file, folder, scratch(`import-${run}`)]))
  }
  const median = (values: number[]) => quantile(values, 0.5)
  const of = (name: keyof Omit<Measured, 'counts'>) => median(measured.map((each) => each[name]))
  const parsed = (name: keyof Floor) => median(floors.map((each) => each[name]))
  figure('import', 'floor: papaparse alone', parsed('papa'), 's')
  figure('import', 'floor: our parser alone', parsed('ours'), 's')
  figure('import', 'read', of('read'), 's')
  figure('import', 'mapped and classed', of('check'), 's')
  const whole = median(measured.map((each) => each.read + each.check))
  figure('import', 'read, mapped and classed', whole, 's')
  figure('import', 'rate', size / whole, 'rows/s')
  figure('import', 'to papaparse alone', whole / parsed('papa'), 'x')
  figure('import', 'to our parser alone', whole / parsed('ours'), 'x')
  // On a machine that has other work, waiting tells little.
  figure('import', 'processor time', of('cpu'), 's')
  figure('import', 'processor time, to papaparse alone', of('cpu') / parsed('papaCpu'), 'x')
  figure('import', 'processor time, to our parser alone', of('cpu') / parsed('oursCpu'), 'x')
  figure('import', 'memory, whole process', of('rss'), 'MB')
  figure('import', 'memory, the same process before', of('rssBefore'), 'MB')
  figure('import', 'size of the rows', of('bytes'), 'MB')
  figure('import', 'first page of a filter', of('filter'), 'ms')
  figure('import', 'next page of a filter', of('page'), 'ms')
  figure('import', 'search for a frequent word, first page', of('searchOften'), 'ms')
  figure('import', 'search for a frequent word, its count', of('searchWhole'), 'ms')
  figure('import', 'search for a word that no row has', of('searchRare'), 'ms')
  figure('import', 'one cell repaired', of('repair'), 'ms')
  figure('import', 'all typos corrected', of('typos'), 'ms')
  figure('import', 'begin and settle a row', of('row'), 'ms')
  figure('import', 'checked again after a rule was changed', of('recheck'), 's')
  figure('import', 'checked again after columns were said anew', of('remap'), 's')
  console.error(JSON.stringify(measured[0]?.counts))
}

void main()

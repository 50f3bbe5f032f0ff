// The parser of imports beside udsv and papaparse, on one file in one process: quotes, commas and line ends in cells,
// letters of Western Europe. Each decodes the same pieces of the file; the last also fits rows and counts, as imports do.
import { closeSync, createReadStream, openSync, readSync, rmSync, statSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { StringDecoder } from 'node:string_decoder'
import Papa from 'papaparse'
import { inferSchema, initParser, type OnDataFn, type Parser } from 'udsv'
import { rowLimits } from '../../src-main/features/imports/read/api'
import { readRows } from '../../src-main/features/imports/read/read-rows'
import { RowParser } from '../../src-main/features/imports/read/row-parser'
import { openFile } from '../../src-main/features/imports/read/source'
import { figure, quantile, size } from './cache/harness'

const file = path.join(tmpdir(), `postroom-bench-read-${process.pid}.csv`)
const names = ['email', 'firstName', 'lastName', 'plan', 'city', 'note', 'signedUp']

function write(): void {
  const handle = openSync(file, 'w')
  writeSync(handle, `${names.join(',')}\r\n`)
  const cities = ['Köln', 'Osaka', 'Athens', 'São Paulo', 'Durban', '"Recife, PE"']
  const notes = [
    '"He said ""hi"", then left\nand came back"',
    '"a, b and c"',
    'plain words of a note',
    'none',
    '',
  ]
  let lines = ''
  for (let row = 0; row < size; row += 1) {
    const who = `person${row}.${(row * 7919) % 999_983}@example${row % 5000}.com,First${row % 977},Last${row % 3911}`
    lines += `${who},pro,${cities[row % 6]},${notes[row % 5]},2026-0${(row % 9) + 1}-1${row % 9}\r\n`
    if (lines.length > 1 << 20) {
      writeSync(handle, lines)
      lines = ''
    }
  }
  writeSync(handle, lines)
  closeSync(handle)
}

function* texts(): Generator<string> {
  const handle = openSync(file, 'r')
  const decoder = new StringDecoder('utf8')
  const buffer = Buffer.alloc(64 * 1024)
  for (;;) {
    const bytes = readSync(handle, buffer, 0, buffer.length, null)
    if (bytes === 0) break
    yield decoder.write(buffer.subarray(0, bytes))
  }
  closeSync(handle)
}

/** Each answers how many rows there are, the header among them, and how many characters in all cells. */
const parsers: Record<string, (take: (row: string[]) => void) => Promise<void>> = {
  async ours(take) {
    const parser = new RowParser({ delimiter: ',', quote: '"' }, rowLimits, take)
    for (const text of texts()) {
      parser.push(text)
      while (parser.take(1000));
    }
    parser.end()
    while (parser.take(1000));
  },
  async udsv(take) {
    let parser: Parser | null = null
    for (const text of texts()) {
      const begun = (parser ??= initParser(inferSchema(text, { header: () => [names], encl: '"' })))
      const toRows = (piece: string, onRow?: OnDataFn<string[]>) => begun.stringArrs<string[]>(piece, onRow)
      begun.chunk<string[]>(text, toRows, (row) => {
        take(row)
        return true
      })
    }
    parser?.end()
    take(names)
  },
  papaparse(take) {
    return new Promise((resolve, reject) => {
      Papa.parse<string[]>(createReadStream(file, { encoding: 'utf8' }), {
        delimiter: ',',
        newline: '\r\n',
        skipEmptyLines: true,
        chunk: ({ data }) => data.forEach((row) => take(row)),
        complete: () => resolve(),
        error: reject,
      })
    })
  },
  async 'ours, as imports read'(take) {
    const source = await openFile(file)
    const reading = { encoding: 'utf-8', delimiter: ',', quote: '"', header: false } as const
    await readRows(source.bytes(), reading, ({ rows }) => rows.forEach((row) => take(row)))
    await source.close()
  },
}

async function main(): Promise<void> {
  write()
  const megabytes = statSync(file).size / 1e6
  const seconds = new Map<string, number[]>()
  for (let run = 0; run < 5; run += 1) {
    for (const [name, parse] of Object.entries(parsers)) {
      let [rows, characters] = [0, 0]
      const began = performance.now()
      await parse((row) => {
        rows += 1
        for (const cell of row) characters += cell.length
      })
      seconds.set(name, [...(seconds.get(name) ?? []), (performance.now() - began) / 1000])
      if (rows !== size + 1 || characters === 0) throw new Error(`${name} read ${rows} rows.`)
    }
  }
  for (const [name, samples] of seconds) {
    const median = quantile(samples, 0.5)
    figure('import-read', name, median, 's')
    figure('import-read', `${name}, a second`, megabytes / median, 'MB')
  }
  rmSync(file)
}

void main()

// The CSV parser alone: the one that imports use, and papaparse over the same file.
import { createReadStream } from 'node:fs'
import Papa from 'papaparse'
import { detectReading } from '../../../src-main/features/imports/read/detect'
import { readRows } from '../../../src-main/features/imports/read/read-rows'
import { openFile } from '../../../src-main/features/imports/read/source'

const path = process.argv[2] ?? ''

async function ours(): Promise<number> {
  const began = performance.now()
  const source = await openFile(path)
  const { reading } = detectReading(await source.sample(), path)
  let rows = 0
  await readRows(source.bytes(), reading, (batch) => {
    rows += batch.rows.length
  })
  await source.close()
  if (rows === 0) throw new Error('No row was read.')
  return (performance.now() - began) / 1000
}

function papa(): Promise<number> {
  const began = performance.now()
  return new Promise((resolve, reject) => {
    Papa.parse<string[]>(createReadStream(path, { encoding: 'utf8' }), {
      chunk: () => undefined,
      complete: () => resolve((performance.now() - began) / 1000),
      error: reject,
    })
  })
}

async function main() {
  let spent = process.cpuUsage()
  const cpu = () => {
    const { user, system } = process.cpuUsage(spent)
    spent = process.cpuUsage()
    return (user + system) / 1e6
  }
  const first = await ours()
  const firstCpu = cpu()
  process.send?.({ ours: first, oursCpu: firstCpu, papa: await papa(), papaCpu: cpu() })
}

void main()

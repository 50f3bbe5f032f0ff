import { copyFileSync, cpSync, existsSync, readFileSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { randomNumbers } from '../../fixtures/seeded'

/** A write-ahead log begins with so many bytes, and each of its frames with so many before the page (SQLite's file format, 4). */
const logHeader = 32
const frameHeader = 24

/** Where the frames of a log end, in bytes; the first place is that of a log without any. */
export function frameEnds(log: string): number[] {
  if (!existsSync(log)) return []
  const bytes = readFileSync(log)
  if (bytes.length < logHeader) return []
  // The header is not encrypted; the page of an encrypted database holds its seal within its size.
  const size = bytes.readUInt32BE(8)
  const frame = frameHeader + size
  const count = Math.floor((bytes.length - logHeader) / frame)
  return Array.from({ length: count + 1 }, (_, at) => logHeader + at * frame)
}

/** What a power cut leaves of the end of a log. */
export interface Cut {
  /** Whole up to here, in bytes. */
  at: number
  /** Then so many bytes that were never written as they should be; zero or junk. */
  torn: number
  junk: boolean
}

/** Cuts at every frame, at random bytes, and with what a disk wrote of the next pages in another order. */
export function drawCuts(log: string, seed: number, random: number): Cut[] {
  const ends = frameEnds(log)
  const draw = randomNumbers(seed)
  const most = ends.at(-1) ?? 0
  const cuts = ends.map((at) => ({ at, torn: 0, junk: false }))
  for (let left = random; left > 0 && most > 0; left -= 1) {
    cuts.push({ at: draw(most), torn: draw(2) * draw(9000), junk: draw(2) === 0 })
  }
  return cuts
}

/** Copies a folder as a kill of the machine leaves it: without the shared index of a log, which lies in memory. */
export function snapshot(folder: string, to: string): void {
  cpSync(folder, to, { recursive: true, filter: (path) => !path.endsWith('-shm') })
}

/** A copy of a database, in a folder that has it already, with its log cut. */
export function cutLog(from: string, folder: string, database: string, { at, torn, junk }: Cut): void {
  const log = `${database}-wal`
  copyFileSync(join(from, database), join(folder, database))
  copyFileSync(join(from, log), join(folder, log))
  truncateSync(join(folder, log), at)
  writeFileSync(join(folder, log), Buffer.alloc(torn, junk ? 0xa5 : 0), { flag: 'a' })
}

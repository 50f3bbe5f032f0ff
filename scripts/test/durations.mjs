import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { inModules } from './machine.mjs'

/** Where what each file of tests took on this machine is kept, in seconds. */
const kept = inModules('.cache', 'tests', 'seconds.json')

/** The seconds that each file of tests took here, by its path; what never ran is missing. */
export function knownSeconds(from = kept) {
  try {
    return JSON.parse(readFileSync(from, 'utf8'))
  } catch {
    // Nothing has run here yet, or another run is writing.
    return {}
  }
}

/** Keeps what files of tests took: halfway between what was known and now, as a machine is busy now and then. */
export function noteSeconds(files, to = kept) {
  const known = knownSeconds(to)
  for (const { file, seconds } of files) known[file] = ((known[file] ?? seconds) + seconds) / 2
  mkdirSync(path.dirname(to), { recursive: true })
  writeFileSync(to, JSON.stringify(known))
}

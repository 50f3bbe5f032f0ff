import { constants } from 'node:fs'
import { link, lstat, mkdir, open, opendir, readFile, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { lazyObject } from '../../../src-shared/lazily'
import { readEntry, type AsideCause, type Entry } from './entry'

/** An entry that is left aside: where it lies and why. */
export interface AsideEntry {
  file: string
  at: number
  cause: AsideCause | 'tooLarge' | 'misplaced'
}

/** What a reading of the folder found. */
export interface FolderReading {
  /** `away`: it is not there, or it is another team's by now. `tooMuch`: it holds more than is read. */
  state: 'read' | 'away' | 'tooMuch'
  entries: Entry[]
  aside: AsideEntry[]
  bytes: number
}

/** A file that was read. `sign`: what tells that it is still the same. */
interface ReadFile {
  sign: string
  found: Entry | AsideEntry
  bytes: number
}

/** More than a team writes in years, and what a machine reads in a moment. */
const most = { people: 200, entries: 50_000, entryBytes: 131_072, bytes: 256 * 1_048_576 }

const markSchema = lazyObject(() => ({ version: z.literal(1), team: z.string().regex(/^[0-9a-f]{64}$/) }))
const markFile = 'postroom-team.json'
const cannotOpen = 'O_NOFOLLOW' in constants ? constants.O_NOFOLLOW | constants.O_NONBLOCK : 0

/** The team that a folder is of; null: of none. Rejects where it cannot be read. */
export async function teamOfFolder(path: string): Promise<string | null> {
  await stat(path)
  const mark = await lstat(join(path, markFile)).catch(() => null)
  if (mark === null) return null
  const text = mark.isFile() && mark.size < 10_000 ? await readFile(join(path, markFile), 'utf8') : ''
  return markSchema.parse(JSON.parse(text)).team
}

/** Makes a folder that of a team. Rejects where it is one's already, or cannot be written. */
export async function markFolder(path: string, team: string): Promise<void> {
  const file = await open(join(path, markFile), 'wx')
  try {
    await file.writeFile(`${JSON.stringify({ version: 1, team })}\n`)
    await file.sync()
  } finally {
    await file.close()
  }
}

/**
 * The folder that a team shares: a file an entry, in a folder for each key. Whatever else lies there, links, rubbish and
 * files that a synchroniser made, is passed by or left aside; nothing in it makes a reading fail.
 */
export class TeamFolder {
  /** What was read, by path. */
  #known = new Map<string, ReadFile>()

  constructor(
    readonly path: string,
    private readonly team: string,
    private readonly scope: string,
  ) {}

  /** Reads what is new. Never rejects. */
  async read(): Promise<FolderReading> {
    const reading: FolderReading = { state: 'read', entries: [], aside: [], bytes: 0 }
    const mark = await teamOfFolder(this.path).catch(() => null)
    if (mark !== this.team) return { ...reading, state: 'away' }
    const before = this.#known
    this.#known = new Map()
    let people = 0
    for await (const one of filesIn(join(this.path, 'entries'))) {
      if (!one.isDirectory() || !/^[0-9a-f]{16}$/.test(one.name)) continue
      people += 1
      if (people > most.people) reading.state = 'tooMuch'
      else await this.#readPerson(one.name, before, reading)
      if (reading.state === 'tooMuch') break
    }
    return reading
  }

  async #readPerson(
    person: string,
    before: ReadonlyMap<string, ReadFile>,
    reading: FolderReading,
  ): Promise<void> {
    for await (const one of filesIn(join(this.path, 'entries', person))) {
      if (!one.isFile() || !one.name.endsWith('.json')) continue
      if (this.#known.size >= most.entries || reading.bytes > most.bytes) {
        reading.state = 'tooMuch'
        return
      }
      const file = join('entries', person, one.name)
      const read = await this.#readFile(file, person, before.get(file))
      if (read === null) continue
      this.#known.set(file, read)
      reading.bytes += read.bytes
      if ('cause' in read.found) reading.aside.push(read.found)
      else reading.entries.push(read.found)
    }
  }

  /** Reads a file, or knows it; null: it went away meanwhile. */
  async #readFile(file: string, person: string, known: ReadFile | undefined): Promise<ReadFile | null> {
    const aside = (cause: AsideEntry['cause'], at: number): AsideEntry => ({ file, at, cause })
    try {
      const handle = await open(join(this.path, file), constants.O_RDONLY | cannotOpen)
      try {
        const { size, mtimeMs, ino, ctimeMs } = await handle.stat()
        const sign = [size, mtimeMs, ctimeMs, ino].join(' ')
        if (known?.sign === sign) return known
        if (size > most.entryBytes) return { sign, found: aside('tooLarge', mtimeMs), bytes: 0 }
        const buffer = Buffer.alloc(size)
        const { bytesRead } = await handle.read(buffer, 0, size, 0)
        const found = readEntry(buffer.toString('utf8', 0, bytesRead), this.scope)
        if ('aside' in found) return { sign, found: aside(found.aside, mtimeMs), bytes: size }
        if (!found.key.startsWith(person)) return { sign, found: aside('misplaced', mtimeMs), bytes: size }
        return { sign, found, bytes: size }
      } finally {
        await handle.close()
      }
    } catch {
      return null
    }
  }

  /** Puts an entry into the folder: whole or not at all, and never over another. */
  async write(entry: Entry, text: string): Promise<void> {
    await stat(join(this.path, markFile))
    const folder = join(this.path, 'entries', entry.key.slice(0, 16))
    await mkdir(folder, { recursive: true })
    const path = join(folder, `${String(entry.seq).padStart(8, '0')}-${entry.id.slice(0, 16)}.json`)
    const temporary = `${path}.new`
    const file = await open(temporary, 'w')
    try {
      await file.writeFile(text)
      await file.sync()
    } finally {
      await file.close()
    }
    // Some file systems know no second name of a file; there its id keeps it from being another's.
    await link(temporary, path).catch(() => rename(temporary, path))
    await rm(temporary, { force: true })
  }
}

/** What lies in a folder; nothing where it cannot be read. */
async function* filesIn(path: string) {
  const folder = await opendir(path).catch(() => null)
  if (folder === null) return
  try {
    for await (const one of folder) yield one
  } catch {
    // It went away while it was read.
  }
}

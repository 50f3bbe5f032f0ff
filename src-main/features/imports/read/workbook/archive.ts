import { t } from '../../../../../src-shared/messages/message'
import { tell } from '../../../../../src-shared/messages/told'
import type { Readable } from 'node:stream'
import { open, type Entry, type ZipFile } from 'yauzl'
import { problem } from '../../../../core/problems'

/** Parts of an archive at most; a workbook has some dozens, and one for each picture. */
const mostParts = 20_000
/** Bytes of one part at most once it is unpacked: a sheet of a million rows and 50 columns has some 3 GB. */
const mostBytes = 6 * 1024 ** 3
/** A part that is larger than this and was packed to less than a part in so many is made to harm, not to be read. */
const bomb = { bytes: 64 * 1024 ** 2, ratio: 400 }

/** The parts of a packed file. */
export interface Archive {
  has(name: string): boolean
  /** The unpacked bytes of a part, from its beginning. Rejects with `file_unreadable` in words. */
  part(name: string): AsyncIterable<Uint8Array>
  close(): void
}

/** Opens a packed file. Rejects with `file_unreadable` where it is damaged, locked with a password, or made to harm. */
export async function openArchive(path: string): Promise<Archive> {
  const zip = await opened(path)
  try {
    const entries = await entriesOf(zip)
    return {
      has: (name) => entries.has(name),
      part: (name) => unpacked(zip, entries.get(name), name),
      close: () => zip.close(),
    }
  } catch (error) {
    zip.close()
    throw error
  }
}

function opened(path: string): Promise<ZipFile> {
  return new Promise((resolve, reject) => {
    open(path, { lazyEntries: true, autoClose: false }, (error, zip) => {
      if (error) reject(damaged(error))
      else resolve(zip)
    })
  })
}

function entriesOf(zip: ZipFile): Promise<Map<string, Entry>> {
  const entries = new Map<string, Entry>()
  return new Promise((resolve, reject) => {
    zip.on('entry', (entry: Entry) => {
      const why = faultOf(entry, entries.size)
      if (why !== null) {
        reject(why)
        return
      }
      // The first of two names is the one that programs read.
      if (!entries.has(entry.fileName)) entries.set(entry.fileName, entry)
      zip.readEntry()
    })
    zip.on('end', () => resolve(entries))
    zip.on('error', (error: unknown) => reject(damaged(error)))
    zip.readEntry()
  })
}

function faultOf(entry: Entry, before: number): Error | null {
  if (before >= mostParts) return harmful(t('imports.archive.itHasMoreThan', { mostParts }))
  if (entry.isEncrypted()) return locked()
  const { uncompressedSize: size, compressedSize: packed } = entry
  const isBomb = size > mostBytes || (size > bomb.bytes && size > packed * bomb.ratio)
  return isBomb ? harmful(t('imports.archive.aPartOfIt', { round: Math.round(size / 1e6) })) : null
}

async function* unpacked(zip: ZipFile, entry: Entry | undefined, name: string): AsyncGenerator<Uint8Array> {
  if (!entry) throw damaged(new Error(`No part ${name}`))
  const stream = await new Promise<Readable>((resolve, reject) => {
    zip.openReadStream(entry, (error, found) => {
      if (error) reject(damaged(error))
      else resolve(found)
    })
  })
  try {
    // What the archive says of its sizes is held to: a part that unpacks to more ends with an error.
    for await (const chunk of stream as AsyncIterable<Uint8Array>) yield chunk
  } catch (error) {
    throw damaged(error)
  } finally {
    stream.destroy()
  }
}

function damaged(cause: unknown): Error {
  return problem(
    'file_unreadable',
    {
      title: tell('imports.archive.theFileIsDamaged'),
      why: tell('imports.archive.itIsPackedAs'),
      action: tell('imports.archive.openItInThe'),
    },
    { cause },
  )
}

function harmful(why: string): Error {
  return problem('file_unreadable', {
    title: tell('imports.archive.theWorkbookIsToo'),
    why: tell('imports.archive.whyNoSheetNeeds', { why }),
    action: tell('imports.archive.saveTheSheetAs'),
  })
}

/** The problem of a workbook that is locked with a password. */
export function locked(): Error {
  return problem('file_unreadable', {
    title: tell('imports.archive.theWorkbookHasA'),
    why: tell('imports.archive.withoutItNothingOf'),
    action: tell('imports.archive.openItInThe2'),
  })
}

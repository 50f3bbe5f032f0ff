import { t } from '../../../src-shared/messages/message'
import { tell } from '../../../src-shared/messages/told'
import { randomUUID } from 'node:crypto'
import { open, stat } from 'node:fs/promises'
import { extname } from 'node:path'
import type { Attachment } from '../../../src-shared/bridge/send'
import { limits } from '../../../src-shared/interface/limits'
import { oneLine } from '../../../src-shared/interface/one-line'
import type { GivenFile } from '../../core/host'
import type { Logger } from '../../core/log'
import { problem } from '../../core/problems'
import { contentTypeOf } from './content-types'
import { removeUpload, unfit } from './unfit'

/** Files that wait at a time: a page may forget some. The one that was attached first is let go. */
const mostOpen = 50

interface OpenAttachment {
  given: GivenFile
  shown: Attachment
  /** When it was last written, milliseconds since 1970: another file by then is not what was attached. */
  writtenAt: number
}

/** A file as it goes along with a mail. */
export interface AttachedFile {
  name: string
  contentType: string
  bytes: number
  /** Its content in base64. */
  content: string
}

/** Files that a person attached. They last while the profile is open; uploaded copies are removed when they are let go. */
export class Attachments {
  readonly #open = new Map<string, OpenAttachment>()

  constructor(private readonly log: Logger) {}

  /** Takes a file that a person gave. Rejects with `file_unreadable`, or `input_invalid` where it alone is too large. */
  async addFile(given: GivenFile): Promise<Attachment> {
    const { size, mtimeMs, isFile } = await lookAt(given)
    const fault = !isFile ? notAFile() : size > limits.attachments.bytes ? tooLarge(given.name) : null
    if (fault) {
      await removeUpload(given, this.log)
      throw fault
    }
    const name = nameOf(given.name)
    const attachmentId = randomUUID()
    const shown = { attachmentId, name, bytes: size, contentType: contentTypeOf(name) }
    this.#open.set(attachmentId, { given, shown, writtenAt: mtimeMs })
    const [oldest] = this.#open.keys()
    if (this.#open.size > mostOpen && oldest !== undefined) await this.letGo(oldest)
    return shown
  }

  /** Reads files to send them. Rejects with `input_invalid` where they are too many, too large, gone or other ones by now. */
  async read(attachmentIds: readonly string[]): Promise<AttachedFile[]> {
    const files = attachmentIds.map((id) => this.#must(id))
    const bytes = files.reduce((sum, { shown }) => sum + shown.bytes, 0)
    if (files.length > limits.attachments.count || bytes > limits.attachments.bytes) throw tooMany()
    const read: AttachedFile[] = []
    for (const file of files) {
      const { name, contentType, bytes: size } = file.shown
      read.push({ name, contentType, bytes: size, content: await contentOf(file) })
    }
    return read
  }

  /** Lets a file go; nothing happens where it was. */
  async letGo(attachmentId: string): Promise<void> {
    const file = this.#open.get(attachmentId)
    this.#open.delete(attachmentId)
    if (file) await removeUpload(file.given, this.log)
  }

  async close(): Promise<void> {
    for (const id of [...this.#open.keys()]) await this.letGo(id)
  }

  #must(attachmentId: string): OpenAttachment {
    const file = this.#open.get(attachmentId)
    if (file) return file
    throw unfit(
      t('mail.attachments.aFileIsNot'),
      t('mail.attachments.filesAreKeptWhile'),
      t('mail.attachments.attachItAgain'),
    )
  }
}

async function lookAt({ path, name }: GivenFile) {
  try {
    const found = await stat(path)
    return { size: found.size, mtimeMs: found.mtimeMs, isFile: found.isFile() }
  } catch (error) {
    throw problem(
      'file_unreadable',
      { title: tell('mail.attachments.nameCannotBeRead', { name }) },
      { cause: error },
    )
  }
}

/** Base64 of a file, read in pieces that are whole in it. */
async function contentOf({ given, shown, writtenAt }: OpenAttachment): Promise<string> {
  const { size, mtimeMs } = await lookAt(given)
  if (size !== shown.bytes || mtimeMs !== writtenAt) throw changed(shown.name)
  const file = await open(given.path, 'r').catch((error: unknown) => {
    throw problem(
      'file_unreadable',
      { title: tell('mail.attachments.nameCannotBeRead', { name: shown.name }) },
      { cause: error },
    )
  })
  try {
    const piece = Buffer.alloc(3 * 128 * 1024)
    let content = ''
    for (let at = 0; at < size;) {
      const filled = await fill(file, piece, at)
      if (filled === 0) throw changed(shown.name)
      content += piece.toString('base64', 0, filled)
      at += filled
    }
    return content
  } finally {
    await file.close()
  }
}

/** Reads until a piece is full or the file ends: a short read in the middle would break base64. */
async function fill(file: Awaited<ReturnType<typeof open>>, piece: Buffer, at: number): Promise<number> {
  let filled = 0
  while (filled < piece.length) {
    const { bytesRead } = await file.read(piece, filled, piece.length - filled, at + filled)
    if (bytesRead === 0) break
    filled += bytesRead
  }
  return filled
}

/** A name fit for the header of a part: one line of at most 255 characters, its ending kept. */
function nameOf(given: string): string {
  const name = oneLine(given) || 'attachment'
  if (name.length <= 255) return name
  const ending = extname(name).slice(0, 20)
  return name.slice(0, 255 - ending.length) + ending
}

const notAFile = () =>
  problem('file_unreadable', {
    why: tell('mail.attachments.itIsAFolder'),
    action: tell('mail.attachments.chooseAFile'),
  })

const tooLarge = (name: string) =>
  unfit(
    t('mail.attachments.nameIsTooLarge', { name }),
    t('mail.attachments.theServiceTakes10'),
    t('mail.attachments.linkToItInstead'),
  )

const tooMany = () =>
  unfit(
    t('mail.attachments.tooMuchIsAttached'),
    t('mail.attachments.theServiceTakesCount', { count: limits.attachments.count }),
    t('mail.attachments.takeSomeFilesOff'),
  )

const changed = (name: string) =>
  unfit(
    t('mail.attachments.nameHasChanged', { name }),
    t('mail.attachments.itIsNotThe'),
    t('mail.attachments.takeItOffAnd'),
  )

import { t } from '../../../src-shared/messages/message'
import { tell } from '../../../src-shared/messages/told'
import type { Answer } from '../../core/client/call-options'
import { readFile, stat } from 'node:fs/promises'
import type { UploadedImage } from '../../../src-shared/bridge/images'
import { oneLine } from '../../../src-shared/interface/one-line'
import type { LoggedWrite } from '../../cache/write-log'
import type { ServiceClient } from '../../core/client/client'
import type { GivenFile } from '../../core/host'
import type { Logger } from '../../core/log'
import { isProblem, problem } from '../../core/problems'
import { removeUpload, unfit } from './unfit'

/** The most that a service keeps of one image, in bytes. */
const largest = 10 * 1024 * 1024

/** What mail clients show and services keep, by how such a file begins; a name may say anything. */
const kinds: readonly { contentType: string; begins: (bytes: Buffer) => boolean }[] = [
  {
    contentType: 'image/png',
    begins: (bytes) => bytes.subarray(0, 8).toString('latin1') === '\x89PNG\r\n\x1a\n',
  },
  { contentType: 'image/jpeg', begins: (bytes) => bytes.subarray(0, 3).toString('hex') === 'ffd8ff' },
  { contentType: 'image/gif', begins: (bytes) => /^GIF8[79]a$/.test(bytes.toString('latin1', 0, 6)) },
  {
    contentType: 'image/webp',
    begins: (bytes) =>
      bytes.toString('latin1', 0, 4) === 'RIFF' && bytes.toString('latin1', 8, 12) === 'WEBP',
  },
]

/** What images are handed over with. */
interface ImageTools {
  /** Makes a write, unless writes are refused now, and enters it in the log. */
  make(
    write: Omit<LoggedWrite, 'cause'>,
    send: (client: ServiceClient) => Promise<Answer<string>>,
  ): Promise<string>
  log: Logger
}

/** Images that a person puts into a mail: the service keeps them, the mail names their address. */
export class MailImages {
  constructor(private readonly tools: ImageTools) {}

  /**
   * Hands an image to the service. Rejects with `file_unreadable`, with `input_invalid` for what is no image, or too large,
   * and with `not_found` where the service keeps none. An uploaded copy of the file is removed in any case.
   */
  async addFile(given: GivenFile): Promise<UploadedImage> {
    try {
      const name = oneLine(given.name).slice(-255) || 'image'
      const bytes = await contentOf(given)
      const kind = kinds.find(({ begins }) => begins(bytes))
      if (!kind) throw noImage(name)
      const { contentType } = kind
      const url = await this.#send({ name, contentType, bytes })
      return { url, name, bytes: bytes.length }
    } finally {
      await removeUpload(given, this.tools.log)
    }
  }

  async #send(image: { name: string; contentType: string; bytes: Buffer<ArrayBuffer> }): Promise<string> {
    const { name, contentType, bytes } = image
    const write = {
      title: tell('told.uploadImage', { name }),
      method: 'POST',
      path: '/uploads/image',
      body: { image: { name, contentType, bytes: bytes.length } },
    } as const
    try {
      return await this.tools.make(write, (client) => client.uploadImage(image, { priority: 'click' }))
    } catch (error) {
      const isMissing = isProblem(error, 'not_found') || (isProblem(error) && error.problem.status === 503)
      throw isMissing ? keepsNone() : error
    }
  }
}

async function contentOf({ path, name }: GivenFile): Promise<Buffer<ArrayBuffer>> {
  try {
    const found = await stat(path)
    if (!found.isFile())
      throw problem('file_unreadable', {
        why: tell('mail.images.itIsAFolder'),
        action: tell('mail.images.chooseAnImage'),
      })
    if (found.size > largest) throw tooLarge(name)
    return await readFile(path)
  } catch (error) {
    if (isProblem(error)) throw error
    throw problem(
      'file_unreadable',
      { title: tell('mail.attachments.nameCannotBeRead', { name }) },
      { cause: error },
    )
  }
}

const noImage = (name: string) =>
  unfit(
    t('mail.images.nameIsNoImage', { name }),
    t('mail.images.pngJpegGifAnd'),
    t('mail.images.saveItAsOne'),
  )

const tooLarge = (name: string) =>
  unfit(
    t('mail.attachments.nameIsTooLarge', { name }),
    t('mail.images.anImageHas10'),
    t('mail.images.makeItSmaller'),
  )

const keepsNone = () =>
  problem('not_found', {
    title: tell('mail.images.thisServiceKeepsNo'),
    why: tell('mail.images.itHasNoStorage'),
    action: tell('mail.images.putTheImageOn'),
  })

import { t } from '../../../../src-shared/messages/message'
import type { Clock } from '../../../core/clock'
import { randomBytes } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, rm, statfs } from 'node:fs/promises'
import type { IncomingMessage } from 'node:http'
import path from 'node:path'
import { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { GivenFiles } from '../../given-files'
import type { GivenFile } from '../../../core/host'
import { fileNameOf } from './downloads'
import { isDiskFull } from '../../../../src-shared/error-code'

/** Bytes of the disk that an upload leaves free: for the copy, and for everything else on this machine. */
export const reserve = 512 * 1024 * 1024

/** After so many bytes it is looked again how much room there is. */
const lookAgainAfter = 64 * 1024 * 1024

/** Milliseconds without a byte after which an upload is given up. */
const patience = 60_000

/** Why an upload was not taken: what the page is answered. */
export class UploadRefused extends Error {
  constructor(
    readonly status: 507,
    readonly said: { title: string; why: string; action: string },
  ) {
    super(said.title)
  }
}

/**
 * Files that the page sends for an import, because a browser host cannot read the person's folders: streamed to a
 * private file (mode 0600) and named by a token that works once. Whatever ends an upload early removes its file.
 */
export class Uploads {
  readonly #given: GivenFiles

  private constructor(
    private readonly folder: string,
    clock: Pick<Clock, 'monotonic'>,
    /** Bytes that are free where the folder lies. */
    private readonly room: (folder: string) => Promise<number>,
  ) {
    this.#given = new GivenFiles(clock)
  }

  /** Uses a folder of ours; what an earlier start left in it is removed. */
  static async open(
    folder: string,
    clock: Pick<Clock, 'monotonic'>,
    room: (folder: string) => Promise<number> = freeBytes,
  ): Promise<Uploads> {
    await rm(folder, { recursive: true, force: true })
    await mkdir(folder, { recursive: true, mode: 0o700 })
    return new Uploads(folder, clock, room)
  }

  /** Streams a request's body to a file. Rejects with {@link UploadRefused}, or where the upload was aborted. */
  async receive(request: IncomingMessage): Promise<{ token: string; name: string; bytes: number }> {
    const name = fileNameOf(nameOf(request))
    const announced = Number(request.headers['content-length'] ?? 0)
    if (announced > (await this.#left())) throw tooLarge()
    const file = path.join(this.folder, randomBytes(16).toString('hex'))
    request.setTimeout(patience, () => request.destroy(new Error('The upload stalled')))
    try {
      const counter = new Counter(() => this.#left())
      await pipeline(request, counter, createWriteStream(file, { flags: 'wx', mode: 0o600 }))
      const given: GivenFile = { path: file, name, uploaded: true }
      const token = this.#given.give(given, () => void rm(file, { force: true }).catch(() => undefined))
      return { token, name, bytes: counter.bytes }
    } catch (error) {
      await rm(file, { force: true })
      throw isDiskFull(error) ? tooLarge() : error
    }
  }

  /** The file of a token, once; null where there is none. */
  take(token: string): GivenFile | null {
    return this.#given.take(token)
  }

  /** Removes everything that was not taken. */
  async close(): Promise<void> {
    await rm(this.folder, { recursive: true, force: true })
  }

  /** Bytes that an upload may still take. */
  async #left(): Promise<number> {
    return (await this.room(this.folder)) - reserve
  }
}

const tooLarge = () =>
  new UploadRefused(507, {
    title: t('hosts.uploads.thereIsNoRoom'),
    why: t('hosts.uploads.anUploadIsKept'),
    action: t('hosts.uploads.freeSomeSpaceThen'),
  })

/** Counts what passes, and looks now and then whether there is still room. */
class Counter extends Transform {
  bytes = 0
  #lookAt = lookAgainAfter

  constructor(private readonly left: () => Promise<number>) {
    super()
  }

  override _transform(chunk: Buffer, _encoding: string, done: (error: Error | null, chunk?: Buffer) => void) {
    this.bytes += chunk.length
    if (this.bytes < this.#lookAt) return done(null, chunk)
    this.#lookAt = this.bytes + lookAgainAfter
    this.left().then(
      (left) => (left > 0 ? done(null, chunk) : done(tooLarge())),
      (error: unknown) => done(error instanceof Error ? error : new Error(String(error))),
    )
  }
}

/** The name that the page gives in `X-File-Name`, percent-encoded because a header holds no other letters. */
function nameOf(request: IncomingMessage): string {
  const given = request.headers['x-file-name']
  try {
    return decodeURIComponent(typeof given === 'string' ? given : '')
  } catch {
    // Not encoded as agreed: the file is as good under a name of ours.
    return ''
  }
}

async function freeBytes(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder)
  return bavail * bsize
}

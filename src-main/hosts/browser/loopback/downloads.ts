import { randomBytes } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdir, rm, stat } from 'node:fs/promises'
import type { ServerResponse } from 'node:http'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { ExportTarget } from '../../../core/host'

/**
 * Exports that a page may fetch once. A browser host cannot write to the person's folders, so the export is
 * written here, fetched at an address of 256 random bits, and removed.
 */
export class Downloads {
  readonly #ready = new Map<string, { file: string; name: string }>()

  private constructor(private readonly folder: string) {}

  /** Uses a folder of ours; what an earlier start left in it is removed. */
  static async open(folder: string): Promise<Downloads> {
    await rm(folder, { recursive: true, force: true })
    await mkdir(folder, { recursive: true, mode: 0o700 })
    return new Downloads(folder)
  }

  /** A place for an export, and the address that fetches it once it is finished. */
  target(suggestedName: string): ExportTarget {
    const id = randomBytes(32).toString('base64url')
    const file = path.join(this.folder, id)
    const name = fileNameOf(suggestedName)
    return {
      path: file,
      finish: async () => {
        this.#ready.set(id, { file, name })
        return { url: `/download/${id}`, name }
      },
      discard: () => rm(file, { force: true }),
    }
  }

  /** Sends a finished export and forgets it. Answers false where there is none of that id. */
  async send(id: string, response: ServerResponse): Promise<boolean> {
    const ready = this.#ready.get(id)
    if (!ready) return false
    this.#ready.delete(id)
    try {
      const { size } = await stat(ready.file)
      response.writeHead(200, {
        'Content-Type': 'application/octet-stream',
        'Content-Length': size,
        'Content-Disposition': `attachment; filename*=UTF-8''${encodeURIComponent(ready.name)}`,
      })
      await pipeline(createReadStream(ready.file), response)
    } finally {
      await rm(ready.file, { force: true })
    }
    return true
  }

  /** Removes everything that was not fetched. */
  async close(): Promise<void> {
    this.#ready.clear()
    await rm(this.folder, { recursive: true, force: true })
  }
}

/** A name that is a file name on every system: no folders, no control characters, at most 120 characters. */
export function fileNameOf(suggested: string): string {
  const plain = suggested.replace(/[\u0000-\u001f\u007f<>:"/\\|?*\u202a-\u202e\u2066-\u2069]/g, '-').trim()
  return plain.replace(/^\.+/, '').slice(0, 120) || 'export'
}

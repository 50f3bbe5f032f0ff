import { tell, type Told } from '../../../../src-shared/messages/told'
import { constants } from 'node:fs'
import { open, type FileHandle } from 'node:fs/promises'
import { problem } from '../../../core/problems'
import type { Source } from './api'
import { sampleSize } from './detect'
import { codeOf } from '../../../../src-shared/error-code'

/** Bytes that are read at once: as many as a processor keeps near. */
const chunkSize = 64 * 1024

/** Further places of a long file that are looked at for its encoding, and bytes of each. */
const places = { count: 16, size: 16 * 1024 }

/** Opens a file for reading. Rejects with a ProblemError `file_unreadable` for what is gone, barred, or no file. */
export async function openFile(path: string): Promise<Source> {
  let handle: FileHandle | null = null
  try {
    // Without O_NONBLOCK, opening a pipe would wait for somebody to write into it.
    handle = await open(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0))
    const found = await handle.stat()
    if (found.isDirectory()) throw refusal(tell('imports.source.thisIsAFolder'))
    if (!found.isFile()) throw refusal(tell('imports.source.thisIsADevice'))
    return new FileSource(handle, found.size, found.mtimeMs)
  } catch (error) {
    await handle?.close()
    throw unreadable(error)
  }
}

/** A text that was pasted, as a source in UTF-8. */
export function openText(text: string): Source {
  const bytes = Buffer.from(text, 'utf8')
  return {
    size: bytes.length,
    sample: () => Promise.resolve(bytes.subarray(0, sampleSize)),
    async *bytes() {
      for (let at = 0; at < bytes.length; at += chunkSize) yield bytes.subarray(at, at + chunkSize)
    },
    close: () => Promise.resolve(),
  }
}

class FileSource implements Source {
  constructor(
    private readonly handle: FileHandle,
    readonly size: number,
    private readonly modified: number,
  ) {}

  async sample(): Promise<Uint8Array> {
    const beginning = await this.piece(0, sampleSize)
    // Names with accents may be rare: a file that begins in plain ASCII is looked at elsewhere too.
    const covered = places.count * places.size
    if (beginning.some((byte) => byte >= 0x80) || this.size <= sampleSize + covered) return beginning
    const step = Math.floor((this.size - sampleSize) / places.count)
    const further: Uint8Array[] = []
    for (let place = 0; place < places.count; place += 1) {
      further.push(wholeLines(await this.piece(sampleSize + place * step, places.size)))
    }
    return Buffer.concat([beginning, ...further])
  }

  /** The bytes of one step are only good until the next one is asked for. */
  async *bytes(): AsyncGenerator<Uint8Array> {
    let [here, there] = [Buffer.allocUnsafe(chunkSize), Buffer.allocUnsafe(chunkSize)]
    let at = 0
    // The next bytes are read while these are worked on.
    let coming = this.handle.read(here, 0, chunkSize, at)
    try {
      for (;;) {
        const { bytesRead } = await coming
        at += bytesRead
        // What grows at its end is not followed: the size was told when it was opened.
        if (bytesRead === 0 || at > this.size) break
        const full = here.subarray(0, bytesRead)
        ;[here, there] = [there, here]
        coming = this.handle.read(here, 0, chunkSize, at)
        yield full
      }
    } catch (error) {
      throw unreadable(error)
    } finally {
      await coming.catch(() => undefined)
    }
    await this.refuseChange(at)
  }

  close(): Promise<void> {
    return this.handle.close()
  }

  private async piece(at: number, size: number): Promise<Buffer> {
    const buffer = Buffer.alloc(Math.min(size, Math.max(0, this.size - at)))
    let filled = 0
    try {
      while (filled < buffer.length) {
        const { bytesRead } = await this.handle.read(buffer, filled, buffer.length - filled, at + filled)
        if (bytesRead === 0) break
        filled += bytesRead
      }
    } catch (error) {
      throw unreadable(error)
    }
    return buffer.subarray(0, filled)
  }

  private async refuseChange(read: number): Promise<void> {
    const now = await this.handle.stat().catch((error: unknown) => {
      throw unreadable(error)
    })
    if (read === this.size && now.size === this.size && now.mtimeMs === this.modified) return
    throw problem('file_unreadable', {
      title: tell('imports.source.theFileChangedWhile'),
      why: tell('imports.source.anotherProgramWroteTo'),
      action: tell('imports.source.waitUntilTheOther'),
      retryable: true,
    })
  }
}

/** Without the line that a piece begins in the middle of, and the one it ends in. */
function wholeLines(bytes: Buffer): Buffer {
  const first = bytes.indexOf(0x0a)
  const last = bytes.lastIndexOf(0x0a)
  return first === -1 || last <= first ? bytes : bytes.subarray(first + 1, last + 1)
}

function refusal(why: Told): Error {
  return problem('file_unreadable', { why, action: tell('imports.refuse.chooseACsvFile') })
}

/** Why a file cannot be read, in words; `name`: as a person knows it. What is no failure of the file system stays. */
export function unreadable(error: unknown, name?: string): unknown {
  const code = codeOf(error)
  if (code === '') return error
  const where =
    name === undefined ? tell('imports.source.itIsNotThere') : tell('imports.source.nameIsNotWhere', { name })
  const why =
    code === 'ENOENT' || code === 'ENOTDIR'
      ? tell('imports.source.whereItWasMoved', { where })
      : code === 'EISDIR'
        ? tell('imports.source.thisIsAFolder')
        : name === undefined
          ? tell('imports.source.thisComputerDoesNot2', { code })
          : tell('imports.source.thisComputerDoesNot', { name, code })
  return problem('file_unreadable', { why }, { cause: error })
}

import { t } from '../../../src-shared/messages/message'
import { tell } from '../../../src-shared/messages/told'
import { open, type FileHandle } from 'node:fs/promises'
import type { ExportTarget } from '../../core/host'
import { isProblem, problem } from '../../core/problems'
import { isDiskFull } from '../../../src-shared/error-code'

/** The file of an export: written in large pieces, removed on every ending but `finish`. */
export class ExportFile {
  #pending = ''
  #done = false

  private constructor(
    private readonly target: ExportTarget,
    private readonly file: FileHandle,
  ) {}

  /** Rejects with `file_unwritable` or `disk_full`. */
  static async open(target: ExportTarget): Promise<ExportFile> {
    try {
      return new ExportFile(target, await open(target.path, 'w', 0o600))
    } catch (error) {
      throw unwritable(error)
    }
  }

  async write(text: string): Promise<void> {
    this.#pending += text
    if (this.#pending.length >= 64 * 1024) await this.#flush()
  }

  /** Makes the file the person's. */
  async finish(): Promise<Awaited<ReturnType<ExportTarget['finish']>>> {
    await this.#flush()
    try {
      await this.file.sync()
      await this.file.close()
      const place = await this.target.finish()
      this.#done = true
      return place
    } catch (error) {
      throw unwritable(error)
    }
  }

  /** Removes what was written, unless it was finished. */
  async close(): Promise<void> {
    if (this.#done) return
    this.#done = true
    await this.file.close()
    await this.target.discard()
  }

  async #flush(): Promise<void> {
    const text = this.#pending
    this.#pending = ''
    try {
      await this.file.write(text)
    } catch (error) {
      throw unwritable(error)
    }
  }
}

function unwritable(error: unknown) {
  if (isProblem(error)) return error
  const why = t('exports.file.theExportWasStopped')
  if (isDiskFull(error)) {
    return problem('disk_full', { why: tell('exports.file.thereIsNoRoom', { why }) }, { cause: error })
  }
  return problem('file_unwritable', {}, { cause: error })
}

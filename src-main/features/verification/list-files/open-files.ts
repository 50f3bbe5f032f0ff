import { tell, saidText, toKeep } from '../../../../src-shared/messages/told'
import { randomUUID } from 'node:crypto'
import type { Reading } from '../../../../src-shared/bridge/import-file'
import type { ListFile } from '../../../../src-shared/bridge/list-files'
import { joinSignals } from '../../../../src-shared/signals'
import type { GivenFile } from '../../../core/host'
import type { Logger } from '../../../core/log'
import { problem } from '../../../core/problems'
import { bytesPasted, type RowBatch, readableEncodings, shownNote, type RowTable } from '../../imports'
import { lookInto, type ListFileFacts } from './look'
import { dropOrigin, openOriginTable, removeCopies, takeFile, type Origin } from './origin'

/** Files that are open at a time: a page may forget one. The one opened first is let go. */
const mostOpen = 20

/** Lists to verify, as those see them who read one column. */
export type ListFileRows = Pick<ListFiles, 'nameOf' | 'rowsOf'>

interface OpenListFile {
  name: string
  bytes: number
  origin: Origin
  look: ListFileFacts
}

/** Files of which a few columns are used: lists to verify, and verdicts that were bought. They last while the profile is open. */
export class ListFiles {
  readonly #open = new Map<string, OpenListFile>()
  readonly #closing = new AbortController()

  private constructor(
    /** The profile's. */
    private readonly folder: string,
    private readonly log: Logger,
  ) {}

  /** Removes what was left by a program that ended, and begins with none. */
  static async open(folder: string, log: Logger): Promise<ListFiles> {
    const files = new ListFiles(folder, log)
    await files.#tidy(() => removeCopies(folder))
    return files
  }

  /** Opens a file that a person gave. Rejects with `file_unreadable`. */
  async addFile(given: GivenFile): Promise<ListFile> {
    const id = randomUUID()
    const origin = await takeFile(this.folder, id, given)
    return this.#add(id, given.name, origin.kind === 'file' ? origin.size : 0, origin)
  }

  /** Opens what was pasted. Rejects with `input_invalid` where it is longer than 20 MB. */
  async addText(text: string): Promise<ListFile> {
    const bytes = bytesPasted(text)
    return this.#add(randomUUID(), toKeep('told.pastedRows'), bytes, { kind: 'text', text })
  }

  /** Reads a file in another way. Rejects with `not_found` where it was let go. */
  async read(fileId: string, reading: Reading): Promise<ListFile> {
    const file = this.#must(fileId)
    file.look = await this.#lookInto(file.name, file.origin, reading)
    return shown(fileId, file)
  }

  async letGo(fileId: string): Promise<void> {
    const file = this.#open.get(fileId)
    this.#open.delete(fileId)
    if (file) await this.#tidy(() => dropOrigin(file.origin))
  }

  /** How a file is read, and what it holds. Rejects with `not_found` where it was let go. */
  lookOf(fileId: string): ListFileFacts {
    return this.#must(fileId).look
  }

  /** Its name, as a person reads it: "spring.csv", "Pasted rows", and that of the column. Rejects as {@link rowsOf} does. */
  async nameOf(fileId: string, column: number): Promise<{ file: string; column: string }> {
    const { name, look } = this.#must(fileId)
    const found = look.columns[column]
    if (found === undefined) throw noColumn()
    return Promise.resolve({ file: name, column: found.name })
  }

  /**
   * The cells of a file's column, row by row in the file's order, some hundred at a time; the header is left out, and a row
   * that is too short has ''. Rejects with `not_found` where the file was let go, or the program started anew meanwhile,
   * and with `file_unreadable` where it cannot be read any more.
   */
  async *rowsOf(fileId: string, column: number, signal?: AbortSignal): AsyncGenerator<string[]> {
    if (this.#must(fileId).look.columns[column] === undefined) throw noColumn()
    for await (const { rows } of this.batchesOf(fileId, signal))
      yield rows.map((cells) => cells[column] ?? '')
  }

  /** {@link rowsOf} with whole rows, and what is wrong with some. */
  async *batchesOf(fileId: string, signal?: AbortSignal): AsyncGenerator<RowBatch> {
    const { name, origin, look } = this.#must(fileId)
    const stop = joinSignals(this.#closing.signal, signal)
    try {
      yield* this.#batches({ name, origin, reading: look.reading }, stop.signal)
    } finally {
      stop.release()
    }
  }

  /** Ends what is being read, and lets every file go. */
  async close(): Promise<void> {
    this.#closing.abort(new Error('Closed'))
    for (const fileId of [...this.#open.keys()]) await this.letGo(fileId)
  }

  async #add(id: string, name: string, bytes: number, origin: Origin): Promise<ListFile> {
    try {
      const file = { name, bytes, origin, look: await this.#lookInto(name, origin, null) }
      this.#open.set(id, file)
      const [first] = this.#open.keys()
      if (this.#open.size > mostOpen && first !== undefined) await this.letGo(first)
      return shown(id, file)
    } catch (error) {
      await this.#tidy(() => dropOrigin(origin))
      throw error
    }
  }

  async #lookInto(name: string, origin: Origin, wanted: Reading | null): Promise<ListFileFacts> {
    const { signal } = this.#closing
    const { table, close } = await openOriginTable({ origin, name, wanted, signal })
    try {
      return await lookInto(table, signal)
    } finally {
      await close()
    }
  }

  async *#batches(of: { name: string; origin: Origin; reading: Reading }, signal: AbortSignal) {
    const { table, close } = await openOriginTable({ ...of, wanted: of.reading, signal })
    try {
      yield* readBatches(table, signal)
    } finally {
      await close()
    }
  }

  #must(fileId: string): OpenListFile {
    const file = this.#open.get(fileId)
    if (file) return file
    throw problem('not_found', {
      title: tell('verification.openFiles.theFileIsNot'),
      why: tell('verification.openFiles.itWasLetGo'),
      action: tell('words.chooseTheFileAgain'),
    })
  }

  /** A copy that cannot be removed now is removed at the next start. */
  async #tidy(remove: () => Promise<void>): Promise<void> {
    try {
      await remove()
    } catch (error) {
      this.log.warn('list_copy_not_removed', { detail: String(error) })
    }
  }
}

function shown(fileId: string, { name, bytes, origin, look }: OpenListFile): ListFile {
  const { reading, detected, workbook, notes, columns, likely } = look
  const facts = { reading, detected, workbook, notes: notes.map(shownNote), columns, likely }
  const pasted = origin.kind === 'text'
  return { fileId, name: saidText(name), pasted, bytes, encodings: [...readableEncodings], ...facts }
}

function noColumn() {
  return problem('input_invalid', {
    why: tell('verification.add.theFileHasNo'),
    action: tell('verification.openFiles.chooseTheColumnAgain'),
  })
}

/** The rows of a table, some hundred at a time; no more is read before they are asked for. Aborting rejects with `cancelled`. */
async function* readBatches(
  table: RowTable,
  signal?: AbortSignal,
): AsyncGenerator<RowBatch, void, undefined> {
  const stop = joinSignals(signal)

  let hand: (batch: RowBatch | null) => void = () => undefined
  let taken: () => void = () => undefined
  let failure: { error: unknown } | null = null
  const promise = () => new Promise<RowBatch | null>((resolve) => (hand = resolve))
  let next = promise()
  const offer = (batch: RowBatch) =>
    new Promise<void>((resolve) => {
      taken = resolve
      hand(batch)
    })
  const ended = table
    .read(offer, stop.signal)
    .catch((error: unknown) => {
      failure = { error }
    })
    .then(() => hand(null))
  try {
    for (let batch = await next; batch !== null; batch = await next) {
      next = promise()
      yield batch
      taken()
    }
    if (failure !== null) throw (failure as { error: unknown }).error
  } finally {
    stop.release()
    stop.abort(new Error('Nobody reads on'))
    taken()
    await ended
  }
}

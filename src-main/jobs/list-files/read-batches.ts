import type { Reading } from '../../../src-shared/bridge/imports'
import { joinSignals } from '../../client/signals'
import { isRejectsHeader, unguarded } from '../../../src-shared/rejects'
import type { RowBatch, Source } from '../import/read/api'
import { readRows } from '../import/read/read-rows'

/**
 * The rows of a source, some hundred at a time; no more is read before they are asked for. In a rejects file of ours the
 * guards are taken off, as in imports. Aborting rejects with `cancelled`.
 */
export async function* readBatches(
  source: Source,
  reading: Reading,
  signal?: AbortSignal,
): AsyncGenerator<RowBatch, void, undefined> {
  const isGuarded = reading.header && isRejectsHeader(await namesOf(source, reading))
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
  const ended = readRows(source.bytes(), reading, offer, { signal: stop.signal })
    .catch((error: unknown) => {
      failure = { error }
    })
    .then(() => hand(null))
  try {
    for (let batch = await next; batch !== null; batch = await next) {
      next = promise()
      if (isGuarded) batch.rows.forEach((cells) => cells.forEach((cell, at) => (cells[at] = unguarded(cell))))
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

/** The names in the header, from the first row alone. */
async function namesOf(source: Source, reading: Reading): Promise<string[]> {
  return (await readRows(source.bytes(), reading, () => undefined, { limit: 1 })).names
}

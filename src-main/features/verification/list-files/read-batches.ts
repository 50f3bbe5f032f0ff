import { joinSignals } from '../../../../src-shared/signals'
import type { RowBatch, RowTable } from '../../imports'

/** The rows of a table, some hundred at a time; no more is read before they are asked for. Aborting rejects with `cancelled`. */
export async function* readBatches(
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

import type { Bridge } from '../../../../src-shared/bridge/contract'

type Ask = Bridge['imports']['rows']
type RowsQuestion = Parameters<Ask>[0]
type RowsAnswer = Awaited<ReturnType<Ask>>

/** Reads all rows of a slice, in many answers if need be; it ends early where a search has no more yet, or rows change. */
export async function askRows(
  ask: Ask,
  asked: RowsQuestion,
  options?: { signal: AbortSignal },
): Promise<RowsAnswer> {
  const { offset, limit } = asked.slice
  const answer = await ask(asked, options)
  let rows = answer.rows
  while (rows.length > 0 && rows.length < Math.min(limit, answer.count - offset)) {
    const slice = { offset: offset + rows.length, limit: limit - rows.length }
    const more = await ask({ ...asked, slice }, options)
    if (more.rows.length === 0 || more.revision !== answer.revision) break
    rows = [...rows, ...more.rows]
  }
  return { ...answer, rows }
}

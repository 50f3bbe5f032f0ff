import { RowSet } from '../../../../core/index/row-set'

/** The rows for which something holds: `sure`, and `may`, which has those besides of which the index cannot tell. */
export interface PossibleRows {
  sure: RowSet
  /** The same set as `sure` where nothing is in doubt. */
  may: RowSet
}

/** An answer without doubts. */
export function certain(rows: RowSet): PossibleRows {
  return { sure: rows, may: rows }
}

/** The rows of `live` for which it does not hold. */
export function denied({ sure, may }: PossibleRows, live: RowSet): PossibleRows {
  const without = minus(live, may)
  return { sure: without, may: sure === may ? without : minus(live, sure) }
}

/** The rows for which all hold; of none, the rows of `live`. */
export function all(answers: readonly PossibleRows[], live: RowSet): PossibleRows {
  return joined(answers, live.copy(), (into, rows) => into.and(rows))
}

/** The rows for which any holds. */
export function any(answers: readonly PossibleRows[], live: RowSet): PossibleRows {
  return joined(answers, new RowSet(live.capacity), (into, rows) => {
    into.reserve(rows.capacity)
    return into.or(rows)
  })
}

function joined(
  answers: readonly PossibleRows[],
  start: RowSet,
  join: (into: RowSet, rows: RowSet) => RowSet,
): PossibleRows {
  const over = (rows: readonly RowSet[]): RowSet => rows.reduce(join, start.copy())
  const sure = over(answers.map((answer) => answer.sure))
  if (answers.every((answer) => answer.sure === answer.may)) return certain(sure)
  return { sure, may: over(answers.map((answer) => answer.may)) }
}

/** The rows of the first set that are not in the second, in a set of its own. */
export function minus(rows: RowSet, without: RowSet): RowSet {
  const left = rows.copy()
  const { words } = left
  const shared = Math.min(words.length, without.words.length)
  for (let word = 0; word < shared; word++) words[word] = (words[word] ?? 0) & ~(without.words[word] ?? 0)
  return left
}

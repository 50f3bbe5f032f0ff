// Conditions of the same form share a statement; of forms there may be any number.
const most = 100

/** Keeps what was made for a text of SQL, the last hundred of them. */
export function keptStatements<Statements>(
  prepare: (where: string) => Statements,
): (where: string) => Statements {
  const cache = new Map<string, Statements>()
  return (where) => {
    const known = cache.get(where)
    const statements = known ?? prepare(where)
    // Written again at the end, so that the first one is the one that has not been asked for the longest.
    cache.delete(where)
    cache.set(where, statements)
    const [oldest] = cache.keys()
    if (cache.size > most && oldest !== undefined) cache.delete(oldest)
    return statements
  }
}

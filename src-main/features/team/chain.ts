import type { Entry, Head } from './entry'

/** The entries of one person, as far as one follows from the other. */
export interface Chain {
  /** In their order, from the first. */
  entries: Entry[]
  /** `short`: some that were here are gone; `forked`: two stand in one place; `gap`: one between is missing. */
  state: 'whole' | 'gap' | 'forked' | 'short'
  /** The last entry; null: there is none. */
  head: Head | null
}

/**
 * Puts the entries of one person in order. `known`: the last that was ever seen here. `end`: where the person was taken out,
 * after which nothing counts; null: before anything. Files that are there twice count once.
 */
export function chainOf(all: readonly Entry[], known: Head | undefined, end?: Head | null): Chain {
  if (end === null) return { entries: [], state: 'whole', head: null }
  const byId = new Map(all.map((entry) => [entry.id, entry]))
  if (end !== undefined) return upTo(end, byId)
  const places = new Map<number, Entry[]>()
  for (const entry of byId.values()) places.set(entry.seq, [...(places.get(entry.seq) ?? []), entry])
  const last = Math.max(0, ...places.keys())
  const entries: Entry[] = []
  for (let seq = 1; seq <= last; seq += 1) {
    const here = places.get(seq) ?? []
    if (here.length > 1) return chain(entries, 'forked')
    const [entry] = here
    if (entry === undefined) return chain(entries, 'gap')
    if (entry.prev !== (entries.at(-1)?.id ?? null)) return chain(entries, 'forked')
    entries.push(entry)
  }
  if (known === undefined) return chain(entries, 'whole')
  if (known.seq > entries.length) return chain(entries, 'short')
  return chain(entries, entries[known.seq - 1]?.id === known.id ? 'whole' : 'forked')
}

/** Follows the links back from where somebody was taken out: what was written beside or after is of no matter. */
function upTo(end: Head, byId: ReadonlyMap<string, Entry>): Chain {
  const entries: Entry[] = []
  let id: string | null = end.id
  for (let seq = end.seq; seq >= 1; seq -= 1) {
    const entry: Entry | undefined = id === null ? undefined : byId.get(id)
    if (entry?.seq !== seq) return chain([], 'gap')
    entries.unshift(entry)
    id = entry.prev
  }
  return chain(entries, id === null ? 'whole' : 'forked')
}

function chain(entries: Entry[], state: Chain['state']): Chain {
  const last = entries.at(-1)
  return { entries, state, head: last === undefined ? null : { seq: last.seq, id: last.id } }
}

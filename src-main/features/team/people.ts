import { chainOf, type Chain } from './chain'
import { says, type Entry, type EntryOf, type Head } from './entry'

/** What this machine holds of somebody's key. What is in the folder never changes it: a person does. */
export interface Trusted {
  key: string
  /** As it was confirmed: who changes it afterwards is still the same person. */
  name: string
  at: number
  /** `replaced`: the same person has another key by now. `removed`: taken out, and seen so here. */
  state: 'confirmed' | 'differs' | 'replaced' | 'removed'
  /** Who took them out. */
  by: string
  /** Where they were taken out; null: before anything they wrote. */
  end: Head | null
  /** Doubts of others that were known when the key was compared again. */
  despite: string[]
}

/** What is known on this machine of the team. */
export interface KnownTeam {
  me: { key: string; name: string }
  trust: readonly Trusted[]
  /** The last entry of each key that was ever seen here. */
  heads: Readonly<Record<string, Head>>
}

/** Somebody whose key is in the folder. */
export interface Person {
  key: string
  name: string
  /** `otherKey`: of a name that another key stands for. */
  state: 'me' | 'confirmed' | 'new' | 'otherKey' | 'differs' | 'replaced' | 'removed'
  /** When it came to be so; of new ones, when they came. */
  since: number
  /** Who took them out, or found that their key is another. */
  by: string
  machine: string
  lastSeen: number
  /** What they wrote and nobody tampered with, in order. */
  chain: Chain
  /** All that carries their signature, in no order. */
  written: readonly Entry[]
  /** Whether what they sign counts. */
  counts: boolean
  /** Whether they can sign from now on. */
  signs: boolean
}

/** Names that a reader takes for the same. */
export function sameName(one: string, other: string): boolean {
  const plain = (name: string) => name.normalize('NFKC').toLowerCase().replace(/\s+/g, ' ')
  return plain(one) === plain(other)
}

/** Who is in the team, by what is in the folder and what is trusted here: oneself first, then in the order they came. */
export function peopleOf(entries: readonly Entry[], known: KnownTeam): Person[] {
  const written = new Map<string, Entry[]>([[known.me.key, []]])
  for (const { key } of known.trust) written.set(key, [])
  for (const entry of entries) {
    const theirs = written.get(entry.key)
    if (theirs === undefined) written.set(entry.key, [entry])
    else theirs.push(entry)
  }
  const removals = removalsOf(written, known)
  const doubts = doubtsOf(written, known)
  return [...written]
    .map(([key, theirs]) => personOf(key, theirs, known, removals.get(key), doubts.get(key) ?? []))
    .sort(
      (one, other) => Number(other.state === 'me') - Number(one.state === 'me') || one.since - other.since,
    )
}

function personOf(
  key: string,
  written: readonly Entry[],
  known: KnownTeam,
  removal: Removal | undefined,
  doubts: readonly EntryOf<'differ'>[],
): Person {
  const trusted = known.trust.find((each) => each.key === key)
  const newest = written.reduce<Entry | undefined>(
    (last, each) => (last && last.seq >= each.seq ? last : each),
    undefined,
  )
  const name = key === known.me.key ? known.me.name : (trusted?.name ?? newest?.name ?? '')
  const doubt = doubts.find(({ id }) => !trusted?.despite.includes(id))
  const chain = chainOf(written, known.heads[key], removal?.end)
  const state = stateOf(key, name, known, { trusted, removal, doubt })
  const trustedState = state === 'me' || state === 'confirmed'
  const came = Math.min(...written.map(({ at }) => at))
  return {
    key,
    name,
    state,
    since: removal?.at ?? doubt?.at ?? trusted?.at ?? (Number.isFinite(came) ? came : 0),
    by: removal?.by ?? (doubt ? nameOf(doubt.key, known) : ''),
    machine: newest?.machine ?? '',
    lastSeen: written.reduce((last, { at }) => Math.max(last, at), 0),
    chain,
    written,
    counts: chain.state === 'whole' && (trustedState || (state === 'removed' && isTrusted(key, known))),
    signs: chain.state === 'whole' && trustedState,
  }
}

function stateOf(
  key: string,
  name: string,
  { me, trust }: KnownTeam,
  found: { trusted: Trusted | undefined; removal: Removal | undefined; doubt: Entry | undefined },
): Person['state'] {
  if (found.removal) return 'removed'
  if (key === me.key) return 'me'
  if (found.trusted?.state === 'replaced') return 'replaced'
  if (found.trusted?.state === 'differs' || found.doubt) return 'differs'
  if (found.trusted?.state === 'confirmed') return 'confirmed'
  const others = [me, ...trust.filter(({ state }) => state !== 'differs')]
  return others.some((other) => sameName(other.name, name)) ? 'otherKey' : 'new'
}

/** Whether a key is one's own, or was compared and not found to be another since. */
function isTrusted(key: string, { me, trust }: KnownTeam): boolean {
  return (
    key === me.key || trust.some((each) => each.key === key && ['confirmed', 'removed'].includes(each.state))
  )
}

function nameOf(key: string, { me, trust }: KnownTeam): string {
  return key === me.key ? me.name : (trust.find((each) => each.key === key)?.name ?? '')
}

interface Removal {
  end: Head | null
  at: number
  by: string
}

/**
 * Who was taken out, and where. What this machine saw before holds; else what confirmed people wrote does, but for what
 * somebody wrote after they had been taken out themselves. Where two took each other out, both are.
 */
function removalsOf(written: ReadonlyMap<string, readonly Entry[]>, known: KnownTeam): Map<string, Removal> {
  const seen = known.trust.filter(({ state }) => state === 'removed')
  const found = [...written].flatMap(([key, theirs]) =>
    isTrusted(key, known)
      ? theirs.filter(
          (entry): entry is EntryOf<'remove'> => says(entry, 'remove') && isTrusted(entry.body.who, known),
        )
      : [],
  )
  const cut = (by: EntryOf<'remove'>, entry: Entry) =>
    by.body.who === entry.key && (by.body.head?.seq ?? 0) < entry.seq
  const standing = found.filter((entry) => {
    const over = seen.find(({ key }) => key === entry.key)
    if (over) return entry.seq <= (over.end?.seq ?? 0)
    return !found.some((other) => cut(other, entry) && !found.some((third) => cut(third, other)))
  })
  const removals = new Map<string, Removal>()
  for (const { body, at, key } of standing) {
    const before = removals.get(body.who)
    if (before && (before.end?.seq ?? 0) <= (body.head?.seq ?? 0)) continue
    removals.set(body.who, { end: body.head, at, by: nameOf(key, known) })
  }
  for (const { key, end, at, by } of seen) removals.set(key, { end, at, by })
  return removals
}

/** What confirmed people found of keys that were another when they were compared, by key. */
function doubtsOf(written: ReadonlyMap<string, readonly Entry[]>, known: KnownTeam) {
  const doubts = new Map<string, EntryOf<'differ'>[]>()
  for (const [key, theirs] of written) {
    if (!isTrusted(key, known)) continue
    for (const entry of theirs) {
      if (!says(entry, 'differ')) continue
      doubts.set(entry.body.who, [...(doubts.get(entry.body.who) ?? []), entry])
    }
  }
  return doubts
}

import { reservedDataKeys } from '../../../../src-shared/interface/contact'
import type { ColumnTarget, ImportColumn } from '../../../../src-shared/bridge/imports'
import { isRejectColumn } from '../../../../src-shared/rejects'
import { alikeKey, namesEmail, namesSubscribed, plainLetters, sameKey } from './column-names'
import { inferType, plainText, swapped, type InferredType } from './infer-type'
import { saysSubscribed } from './yes-no'

/** So many different cells are shown of a column, and so many characters of each. */
const samples = { count: 5, length: 200 }

/** What is known of a column. */
interface Look {
  index: number
  name: string
  cells: string[]
  /** Cells that are not empty. */
  filled: string[]
  /** The share of these that are addresses. */
  addresses: number
}

/** Where a column goes, and why. */
interface Proposal {
  target: ColumnTarget
  note: string | null
}

const leaveOut: ColumnTarget = { kind: 'leaveOut' }

/** Keys that the service keeps for itself: a column of such a name is not proposed. In plain letters. */
const dropped = new Map(
  [...reservedDataKeys, 'createdAt', 'updatedAt'].map((key): [string, string] => [plainLetters(key), key]),
)

/**
 * Says where each column goes, by its name and by what some rows hold; never two columns to one place. Names without
 * meaning here go to a key of `data` of that name, spelt as the audience spells it.
 * @param knownKeys Keys of `data` in the copy, the most frequent first.
 */
export function proposeColumns(
  names: readonly string[],
  rows: readonly (readonly string[])[],
  knownKeys: readonly string[],
): ImportColumn[] {
  const looks = names.map((name, index) => lookAt(name, index, rows))
  const email = emailColumn(looks)
  const subscribed = subscribedColumn(looks, email)
  const spelt = new Set(names.map((name) => sameKey(name, knownKeys)).filter((key) => key !== null))
  const others: Others = { email, subscribed, knownKeys, spelt, taken: new Set() }
  const types = settleDates(looks.map(({ name, filled }) => inferType(name, filled)))
  return looks.map((look, at): ImportColumn => {
    const { index, name, filled, cells } = look
    const proposal = propose(look, others)
    const inferred = types[at] ?? plainText
    const data = proposal.target.kind === 'data'
    return {
      index,
      name,
      target: proposal.target,
      as: data ? inferred.as : { type: 'text' },
      rule: 'overwrite',
      samples: samplesOf(filled),
      looked: cells.length,
      filled: filled.length,
      note: [proposal.note, data ? inferred.note : null].filter((note) => note !== null).join(' ') || null,
    }
  })
}

function lookAt(name: string, index: number, rows: readonly (readonly string[])[]): Look {
  const cells = rows.map((row) => row[index] ?? '')
  const filled = cells.filter((cell) => cell.trim() !== '')
  const addresses = filled.filter((cell) => cell.length < 400 && /[^\s@]@[^\s@]+\.[^\s@]/.test(cell)).length
  return { index, name, cells, filled, addresses: filled.length === 0 ? 0 : addresses / filled.length }
}

/** The column that holds the address: by what is in it first, then by its name; the fullest, then the first of equals. */
function emailColumn(looks: readonly Look[]): number | null {
  let best: { index: number; score: number } | null = null
  for (const { index, name, cells, filled, addresses } of looks) {
    const named = namesEmail(name)
    const holds = addresses >= 0.5 || (named === 2 && (filled.length === 0 || addresses > 0.1))
    if (!holds) continue
    const full = cells.length === 0 ? 0 : filled.length / cells.length
    const score = named * 2 + addresses * 2 + full * 2
    if (best === null || score > best.score) best = { index, score }
  }
  return best?.index ?? null
}

/** The column that tells who is subscribed: only one of a telling name, whose cells all say yes or no. */
function subscribedColumn(looks: readonly Look[], email: number | null): number | null {
  const found = looks.filter(
    ({ index, name, filled }) =>
      index !== email &&
      namesSubscribed(name) === 'subscribed' &&
      filled.length > 0 &&
      filled.every((cell) => saysSubscribed(cell) !== null),
  )
  // "Status" may be of anything, so another name goes before it.
  const telling = found.find(({ name }) => plainLetters(name) !== 'status')
  return (telling ?? found[0])?.index ?? null
}

interface Others {
  email: number | null
  subscribed: number | null
  knownKeys: readonly string[]
  /** Keys of the audience that columns have the names of. */
  spelt: ReadonlySet<string>
  /** Keys that columns before this one go to. */
  taken: Set<string>
}

function propose(look: Look, others: Others): Proposal {
  const { email, subscribed } = others
  const { index, name, addresses } = look
  if (isRejectColumn(name)) return { target: leaveOut, note: 'Postroom wrote it beside rejected rows.' }
  if (index === email) return { target: { kind: 'email' }, note: null }
  if (index === subscribed) {
    return {
      target: { kind: 'subscribed' },
      note: 'Nobody who unsubscribed is subscribed again unless you ask for it.',
    }
  }
  const unnamed = /^Column \d+$/.test(name)
  if (unnamed) {
    const note = look.filled.length === 0 ? 'It is empty.' : 'It has no name. Say where it goes.'
    return { target: leaveOut, note }
  }
  if (namesSubscribed(name) === 'unsubscribed') {
    return {
      target: leaveOut,
      note: 'It tells who unsubscribed. Turn yes and no around in the file, and name the column "subscribed".',
    }
  }
  const reserved = dropped.get(plainLetters(name))
  if (reserved === 'email' || (namesEmail(name) === 2 && addresses > 0.5 && email !== null)) {
    return { target: leaveOut, note: 'A contact has one address. Another column holds it.' }
  }
  if (reserved !== undefined)
    return { target: leaveOut, note: `The service drops ${reserved} without a word.` }
  return proposeKey(name, others)
}

/** The audience's key of this name; else one that means the same, if no other column has its name; else the name. */
function proposeKey(name: string, { knownKeys, spelt, taken }: Others): Proposal {
  const same = sameKey(name, knownKeys)
  const alike = same === null ? alikeKey(name, knownKeys) : null
  const free = alike !== null && !spelt.has(alike) && !taken.has(alike)
  const key = same ?? (free ? alike : keyOf(name))
  if (key === '__proto__' || key === '')
    return { target: leaveOut, note: 'It has no name that could be a key.' }
  if (taken.has(key)) return { target: leaveOut, note: `Another column goes to ${key}.` }
  taken.add(key)
  return { target: { kind: 'data', key }, note: null }
}

/** A name as a key: as it is, but for control characters and what is too long. */
function keyOf(name: string): string {
  return name
    .replace(/[\p{Cc}\p{Cf}]+/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, 256)
}

function samplesOf(filled: readonly string[]): string[] {
  const different = new Set<string>()
  for (const cell of filled) {
    different.add(cell.slice(0, samples.length))
    if (different.size === samples.count) break
  }
  return [...different]
}

/** A file has its dates from one hand: where one column tells whether the day comes first, the others follow it. */
function settleDates(types: InferredType[]): InferredType[] {
  const formats = types.flatMap(({ as, ambiguousDate }) =>
    as.type === 'date' && !ambiguousDate && /^[DM]{1,2}\//.test(as.format) ? [as.format] : [],
  )
  const [sure] = formats
  if (sure === undefined) return types
  return types.map((type) => {
    if (type.as.type !== 'date' || !type.ambiguousDate) return type
    const { format } = type.as
    const settled = format.charAt(0) === sure.charAt(0) ? format : swapped(format)
    return { as: { type: 'date', format: settled }, note: null, ambiguousDate: false }
  })
}

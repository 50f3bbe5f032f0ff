import { t } from '../../../../src-shared/messages/message'
import { keptInARow, toKeepWorded } from '../../../../src-shared/messages/told'
import { reservedDataKeys } from '../../../../src-shared/interface/contact'
import type { ColumnTarget, ImportColumn } from '../../../../src-shared/bridge/import-file'
import { isRejectColumn } from '../../../../src-shared/rejects'
import { alikeKey, namesEmail, plainLetters, sameKey } from './column-names'
import { bestConsent, consentNote, consentOf, type Consent } from './consent'
import { inferType, plainText } from './infer-type'

/** So many different cells are shown of a column, and so many characters of each. */
const samples = { count: 5, length: 200 }

/** What is known of a column. */
interface ColumnFacts {
  index: number
  name: string
  cells: string[]
  /** Cells that are not empty. */
  filled: string[]
  /** The share of these that are addresses. */
  addresses: number
  consent: Consent | null
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
  const subscribed = bestConsent(
    looks.flatMap(({ index, name, filled, consent }) =>
      consent === null || index === email ? [] : [{ index, name, filled, consent }],
    ),
  )
  const spelt = new Set(names.map((name) => sameKey(name, knownKeys)).filter((key) => key !== null))
  const others: Others = { email, subscribed, knownKeys, spelt, taken: new Set() }
  return looks.map((look): ImportColumn => {
    const { index, name, filled, cells } = look
    const proposal = propose(look, others)
    const data = proposal.target.kind === 'data'
    const inferred = data ? inferType(name, filled) : plainText
    return {
      index,
      name,
      target: proposal.target,
      as: inferred.as,
      rule: 'overwrite',
      samples: [...new Set(filled.map((cell) => cell.slice(0, samples.length)))].slice(0, samples.count),
      looked: cells.length,
      filled: filled.length,
      note: keptInARow([proposal.note, inferred.note]),
      ...(inferred.orders === null ? {} : { orders: inferred.orders }),
      ...(look.consent !== null && index !== email ? { consent: look.consent } : {}),
    }
  })
}

function lookAt(name: string, index: number, rows: readonly (readonly string[])[]): ColumnFacts {
  const cells = rows.map((row) => row[index] ?? '')
  const filled = cells.filter((cell) => cell.trim() !== '')
  const addresses = filled.filter((cell) => cell.length < 400 && /[^\s@]@[^\s@]+\.[^\s@]/.test(cell)).length
  const share = filled.length === 0 ? 0 : addresses / filled.length
  const isOther = isRejectColumn(name) || share >= 0.5
  return { index, name, cells, filled, addresses: share, consent: isOther ? null : consentOf(name, filled) }
}

/** The column that holds the address: by what is in it first, then by its name; the fullest, then the first of equals. */
function emailColumn(looks: readonly ColumnFacts[]): number | null {
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

interface Others {
  email: number | null
  subscribed: number | null
  knownKeys: readonly string[]
  /** Keys of the audience that columns have the names of. */
  spelt: ReadonlySet<string>
  /** Keys that columns before this one go to. */
  taken: Set<string>
}

function propose(look: ColumnFacts, others: Others): Proposal {
  const { email, subscribed } = others
  const { index, name, addresses } = look
  if (isRejectColumn(name))
    return { target: leaveOut, note: toKeepWorded('imports.proposeColumns.postroomWroteItBeside') }
  if (index === email) return { target: { kind: 'email' }, note: null }
  if (look.consent !== null) return proposeConsent(look, look.consent, index === subscribed)
  const unnamed = name === t('imports.rowCollector.columnNumber', { number: index + 1 })
  if (unnamed) {
    const note =
      look.filled.length === 0
        ? toKeepWorded('imports.proposeColumns.itIsEmpty')
        : toKeepWorded('imports.proposeColumns.itHasNoName')
    return { target: leaveOut, note }
  }
  const reserved = dropped.get(plainLetters(name))
  if (reserved === 'email' || (namesEmail(name) === 2 && addresses > 0.5 && email !== null)) {
    return { target: leaveOut, note: toKeepWorded('imports.proposeColumns.aContactHasOne') }
  }
  if (reserved !== undefined)
    return {
      target: leaveOut,
      note: toKeepWorded('imports.proposeColumns.theServiceDropsReserved', { reserved }),
    }
  return proposeKey(name, others)
}

/** One column tells who is subscribed. Another that looks as if it did is left out, and that is asked. */
function proposeConsent({ filled }: ColumnFacts, consent: Consent, isTaken: boolean): Proposal {
  if (!isTaken)
    return {
      target: leaveOut,
      note: toKeepWorded('imports.proposeColumns.itLooksLikeConsent'),
    }
  const target: ColumnTarget =
    consent === 'unsubscribed' ? { kind: 'subscribed', turned: true } : { kind: 'subscribed' }
  return { target, note: consentNote(filled, consent) }
}

/** The audience's key of this name; else one that means the same, if no other column has its name; else the name. */
function proposeKey(name: string, { knownKeys, spelt, taken }: Others): Proposal {
  const same = sameKey(name, knownKeys)
  const alike = same === null ? alikeKey(name, knownKeys) : null
  const free = alike !== null && !spelt.has(alike) && !taken.has(alike)
  const key = same ?? (free ? alike : keyOf(name))
  if (key === '__proto__' || key === '')
    return { target: leaveOut, note: toKeepWorded('imports.proposeColumns.itHasNoName2') }
  if (taken.has(key))
    return { target: leaveOut, note: toKeepWorded('imports.proposeColumns.anotherColumnGoesTo', { key }) }
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

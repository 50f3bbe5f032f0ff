import type { ImportDetail, ImportRow } from '../../../src-shared/bridge/imports'
import type { Contact } from '../../../src-shared/interface/contact'
import { compareMaps, compareValues, type Difference } from '../differences'

/** What the file writes, by address; `isNew`: the service did not know them before. */
export type WrittenRows = ReadonlyMap<string, { tier: unknown; isNew: boolean }>

/** What somebody did between a run and its undo, by address. */
export interface Since {
  rewritten: ReadonlySet<string>
  deleted: ReadonlySet<string>
  extended: ReadonlySet<string>
}

/** What the service is to hold after a run over rows of these addresses, in the order of the file. */
export function expectedAfterRun(
  before: ReadonlyMap<string, Contact>,
  emails: readonly string[],
): WrittenRows {
  const known = new Set([...before.values()].map(({ email }) => email))
  return new Map(emails.map((email, at) => [email, { tier: `gold ${at}`, isNew: !known.has(email) }]))
}

/** Whether the counts, the outcome of every row and the service agree after a run. */
export function runDifferences(
  expected: WrittenRows,
  { written }: Pick<ImportDetail, 'written'>,
  people: ReadonlyMap<string, Contact>,
  rows: readonly Pick<ImportRow, 'outcome' | 'contactId' | 'class'>[],
): Difference[] {
  const created = [...expected.values()].filter(({ isNew }) => isNew).length
  const counts = { created, changed: expected.size - created, failed: 0 }
  const done = rows.filter(({ outcome }) => outcome === 'written')
  const ids = done.map(({ contactId }) => contactId ?? '')
  return [
    ...compareValues(counts, withoutNext(written), 'what the import says it wrote'),
    ...compareValues(expected.size, done.length, 'the number of rows that were written'),
    ...compareValues(expected.size, new Set(ids).size, 'the number of people of these rows'),
    ...ids.flatMap((id) => (people.has(id) ? [] : [{ kind: 'lost' as const, what: `row of contact ${id}` }])),
    ...compareMaps(
      new Map([...expected].map(([email, { tier }]) => [email, tier] as const)),
      tiersOf(people, (email) => expected.has(email)),
      'the tier of',
    ),
  ]
}

/** Somebody of the file after it was taken back. `isKept`: they are left as they are, since somebody changed them. */
interface TakenBack {
  tier: unknown
  isThere: boolean
  isKept: boolean
}

/** What the service is to hold after taking it back, by address. */
export function expectedAfterUndo(
  before: ReadonlyMap<string, Contact>,
  emails: readonly string[],
  since: Since,
): Map<string, TakenBack> {
  const known = new Map([...before.values()].map((each) => [each.email, each]))
  return new Map(
    emails.map((email, at): [string, TakenBack] => {
      const was = known.get(email)
      if (since.deleted.has(email)) return [email, { tier: null, isThere: false, isKept: was !== undefined }]
      if (since.rewritten.has(email)) return [email, { tier: 'theirs', isThere: true, isKept: true }]
      if (!was && since.extended.has(email))
        return [email, { tier: `gold ${at}`, isThere: true, isKept: true }]
      return [email, { tier: was?.data.tier ?? null, isThere: was !== undefined, isKept: false }]
    }),
  )
}

/** Whether the counts and the service agree after taking it back. */
export function undoDifferences(
  expected: ReadonlyMap<string, TakenBack>,
  { undone }: Pick<ImportDetail, 'undone'>,
  people: ReadonlyMap<string, Contact>,
): Difference[] {
  const kept = [...expected.values()].filter(({ isKept }) => isKept).length
  const there = new Map(
    [...expected].filter(([, { isThere }]) => isThere).map(([email, { tier }]) => [email, tier] as const),
  )
  return [
    ...compareValues(
      { reversed: expected.size - kept, kept, failed: 0 },
      undone,
      'what the undo says it did',
    ),
    ...compareMaps(
      there,
      tiersOf(people, (email) => expected.has(email)),
      'after the undo, the tier of',
    ),
  ]
}

function tiersOf(
  people: ReadonlyMap<string, Contact>,
  isMeant: (email: string) => boolean,
): Map<string, unknown> {
  return new Map(
    [...people.values()]
      .filter(({ email }) => isMeant(email))
      .map(({ email, data }) => [email, data.tier ?? null]),
  )
}

function withoutNext(written: ImportDetail['written']): object | null {
  if (written === null) return null
  const { created, changed, failed } = written
  return { created, changed, failed }
}

import type { TeamRule } from '../../../src-shared/bridge/team'
import { says, type Body, type CampaignState, type Entry, type EntryOf, type Version } from './entry'
import { sameName, type Person } from './people'

/** What somebody wrote, with who and when. */
interface Written {
  id: string
  key: string
  name: string
  mine: boolean
  at: number
}

/** A signature that does not hold for what the campaign is now. */
export interface VoidSignature extends Written {
  version: Version
  cause: 'content' | 'audience' | 'count' | 'takenBack'
  /** Who changed it so, where somebody of the team did. */
  change: { name: string; mine: boolean; at: number } | null
}

/** A note on a finding of the review. */
export interface Note extends Written {
  check: string
  text: string
  edited: boolean
  /** Somebody else wrote after it. */
  answered: boolean
}

/** How the sign-off of a campaign stands. */
export interface Stand {
  /** Signatures of what it is now, one a person, that count. */
  signatures: (Written & { warnings: number })[]
  /** Signatures of what it is now that do not count as things are: something of their writer's is missing. */
  waiting: Written[]
  void: VoidSignature[]
  objections: (Written & { text: string })[]
  notes: Note[]
  /** Warnings that may stand, as somebody found. */
  kept: (Written & { check: string })[]
  reminders: { to: string; at: number; mine: boolean }[]
  /** Who made it what it is now; null: nobody of the team, or nobody knows. */
  editor: Written | null
  /** How many signatures are missing. */
  missing: number
  /** Notes that nobody else answered. */
  unanswered: number
  /** Names of those who sign and of whom entries are missing, which may be objections: nothing is sent until they are here. */
  incomplete: string[]
  allowed: boolean
}

/** So long one's own note can be changed. */
export const editableMs = 5 * 60_000

/** How the sign-off of a campaign stands. `now`: what it is; null: that is not known, and nothing is allowed. */
export function standOf(
  people: readonly Person[],
  campaign: string,
  now: Version | null,
  rule: TeamRule,
): Stand {
  const counted = people.filter(({ counts }) => counts)
  // Of those who were taken out only what they wrote before is read.
  const read = people
    .filter(({ state }) => ['me', 'confirmed', 'removed'].includes(state))
    .map((person) => ({
      person,
      entries: person.state === 'removed' ? person.chain.entries : person.written,
    }))
  const takenBack = new Set(
    read.flatMap(({ entries }) =>
      entries.flatMap((entry) => (says(entry, 'retract') ? [`${entry.key} ${entry.body.of}`] : [])),
    ),
  )
  const stands = (entry: Entry) => !takenBack.has(`${entry.key} ${entry.id}`)
  const all = read.flatMap(({ person, entries }) => entries.map((entry) => ({ person, entry })))
  const about = all.filter(({ entry: { body } }) => 'campaign' in body && body.campaign === campaign)
  const of = <Kind extends Body['kind']>(kind: Kind) =>
    about.flatMap(({ person, entry }) => (says(entry, kind) ? [{ person, entry }] : []))
  const changes = of('change').sort((one, other) => one.entry.at - other.entry.at)
  const editor = now && changes.filter(({ entry }) => isState(entry.body.after, now)).at(-1)
  const signed = of('sign').map(({ person, entry }) => ({
    person,
    entry,
    holds: now !== null && stands(entry) && isVersion(entry.body.version, now),
    counts: counted.includes(person) && person.chain.entries.some(({ id }) => id === entry.id),
  }))
  const signatures = onePerPerson(
    signed.filter(({ holds, counts, person }) => {
      return holds && counts && (rule.editorSigns || person.key !== editor?.entry.key)
    }),
  )
  const objections = of('object')
    .filter(
      ({ entry, person }) =>
        now !== null && stands(entry) && person.state !== 'removed' && isState(entry.body.version, now),
    )
    .map(({ person, entry }) => ({ ...written(person, entry), text: entry.body.text }))
  const notes = notesOf(of('note'), all, stands)
  const unanswered = notes.filter(({ answered }) => !answered).length
  const alone = signatures.every(({ entry }) => entry.key === editor?.entry.key)
  const incomplete = people
    .filter(({ state, chain }) => (state === 'me' || state === 'confirmed') && chain.state !== 'whole')
    .map(({ name }) => name)
  const missing = Math.max(0, rule.signers - signatures.length, signatures.length > 0 && alone ? 1 : 0)
  return {
    signatures: signatures.map(({ person, entry }) => ({
      ...written(person, entry),
      warnings: entry.body.warnings,
    })),
    waiting: signed
      .filter(({ holds, counts }) => holds && !counts)
      .map(({ person, entry }) => written(person, entry)),
    void: signed
      .filter(({ holds }) => now !== null && !holds)
      .map(({ person, entry }) => voidOf(person, entry, now, changes, stands(entry)))
      .sort((one, other) => other.at - one.at)
      .slice(0, 50),
    objections,
    notes,
    kept: of('keep')
      .filter(({ entry }) => stands(entry))
      .map(({ person, entry }) => ({ ...written(person, entry), check: entry.body.check })),
    reminders: of('remind').map(({ person, entry }) => ({
      to: entry.body.to,
      at: entry.at,
      mine: person.state === 'me',
    })),
    editor: editor ? written(editor.person, editor.entry) : null,
    missing,
    unanswered,
    incomplete,
    allowed:
      now !== null &&
      missing === 0 &&
      incomplete.length === 0 &&
      signatures.length > 0 &&
      objections.length === 0 &&
      !(rule.notesBlock && unanswered > 0),
  }
}

/** The newest of each person's; two keys of one name are one person. */
function onePerPerson<Signed extends { person: Person; entry: Entry }>(signed: readonly Signed[]): Signed[] {
  const newestFirst = [...signed].sort((one, other) => other.entry.seq - one.entry.seq)
  return newestFirst
    .filter(
      ({ person }, at) => newestFirst.findIndex((other) => sameName(other.person.name, person.name)) === at,
    )
    .sort((one, other) => one.entry.at - other.entry.at)
}

function voidOf(
  person: Person,
  entry: EntryOf<'sign'>,
  now: Version | null,
  changes: readonly { person: Person; entry: EntryOf<'change'> }[],
  stands: boolean,
): VoidSignature {
  const { version } = entry.body
  const cause = !stands
    ? 'takenBack'
    : version.content !== now?.content
      ? 'content'
      : version.audience !== now.audience
        ? 'audience'
        : 'count'
  const change =
    cause === 'content' || cause === 'audience'
      ? changes.find(
          ({ entry: { at, body } }) =>
            at >= entry.at && body.before[cause] === version[cause] && body.after[cause] !== version[cause],
        )
      : undefined
  return {
    ...written(person, entry),
    version,
    cause,
    change: change
      ? { name: change.person.name, mine: change.person.state === 'me', at: change.entry.at }
      : null,
  }
}

function notesOf(
  found: readonly { person: Person; entry: EntryOf<'note'> }[],
  all: readonly { entry: Entry }[],
  stands: (entry: Entry) => boolean,
): Note[] {
  const notes = found.filter(({ entry }) => stands(entry)).sort((one, other) => one.entry.at - other.entry.at)
  return notes.map(({ person, entry }, at) => {
    const edit = all
      .map((each) => each.entry)
      .filter(
        (each): each is EntryOf<'edit'> =>
          says(each, 'edit') &&
          each.key === entry.key &&
          each.body.of === entry.id &&
          each.seq > entry.seq &&
          each.at - entry.at <= editableMs,
      )
      .sort((one, other) => one.seq - other.seq)
      .at(-1)
    const later = notes.slice(at + 1)
    return {
      ...written(person, entry),
      check: entry.body.check,
      text: edit?.body.text ?? entry.body.text,
      edited: edit !== undefined,
      answered: later.some((other) => other.entry.body.check === entry.body.check && other.person !== person),
    }
  })
}

function written(person: Person, { id, at }: Entry): Written {
  return { id, key: person.key, name: person.name, mine: person.state === 'me', at }
}

function isState(one: CampaignState, other: CampaignState): boolean {
  return one.content === other.content && one.audience === other.audience
}

function isVersion(one: Version, other: Version): boolean {
  return isState(one, other) && one.count === other.count
}

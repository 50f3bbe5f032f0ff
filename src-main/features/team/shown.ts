import type { TeamPerson, TeamState } from '../../../src-shared/bridge/team'
import { says, type Body } from './entry'
import type { FolderReading } from './folder'
import { groupsOf } from './key'
import type { Person } from './people'
import { wantedRule } from './rules'
import type { StoredTeam } from './stored'

type Shared = NonNullable<TeamState['shared']>

/** Which entries are of which part of what is shared. */
const parts: Record<Body['kind'], Shared['parts'][number]['part']> = {
  sign: 'signOffs',
  object: 'signOffs',
  remind: 'signOffs',
  change: 'signOffs',
  retract: 'notes',
  note: 'notes',
  edit: 'notes',
  view: 'views',
  hello: 'people',
  rule: 'people',
  remove: 'people',
  differ: 'people',
}

/** What the page is told of the shared folder. `since`: when entries were first missed. */
export function sharedShown(
  team: StoredTeam,
  found: {
    reading: FolderReading | null
    readAt: number | null
    people: readonly Person[]
    since: number | null
  },
): Shared {
  const { reading, readAt, people, since } = found
  const aside = [...(reading?.aside ?? [])].sort((one, other) => other.at - one.at)
  return {
    path: team.folder,
    provider:
      /[\\/](Nextcloud|ownCloud|Dropbox|OneDrive|Google Drive|Syncthing|Seafile)[\\/]/i.exec(
        team.folder,
      )?.[1] ?? null,
    state: stateOf(reading, since),
    readAt,
    behindSince: since,
    bytes: reading?.bytes ?? 0,
    parts: partsOf(people),
    aside: aside.slice(0, 50).map(({ file, at, cause }) => ({ file: file.slice(-300), at, cause })),
    asideCount: aside.length,
    people: people.map(personShown),
    rule: team.rule,
    wanted: wantedRule(team, people),
  }
}

function stateOf(reading: FolderReading | null, since: number | null): Shared['state'] {
  if (reading === null) return 'reading'
  if (reading.state !== 'read') return reading.state
  return since === null ? 'synced' : 'behind'
}

function personShown(person: Person): TeamPerson {
  const { key, name, state, since, by, machine, lastSeen, chain, signs } = person
  return {
    key,
    name,
    groups: groupsOf(key),
    state,
    since,
    by,
    machine,
    lastSeen: lastSeen === 0 ? null : lastSeen,
    whole: chain.state === 'whole',
    signs,
    signed: chain.entries.filter((entry) => says(entry, 'sign')).length,
  }
}

function partsOf(people: readonly Person[]): Shared['parts'] {
  const all = people
    .filter(({ state }) => state === 'me' || state === 'confirmed' || state === 'removed')
    .flatMap((person) => person.chain.entries.map((entry) => ({ person, entry })))
  return (['signOffs', 'notes', 'views', 'people'] as const).map((part) => {
    const theirs = all.filter(({ entry }) => parts[entry.body.kind] === part)
    const newest = theirs.reduce<(typeof theirs)[number] | null>(
      (last, each) => (last && last.entry.at >= each.entry.at ? last : each),
      null,
    )
    return {
      part,
      entries: theirs.length,
      newest: newest && {
        name: newest.person.name,
        mine: newest.person.state === 'me',
        at: newest.entry.at,
      },
    }
  })
}

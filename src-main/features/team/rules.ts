import type { TeamRule, TeamState } from '../../../src-shared/bridge/team'
import { canonical } from '../../../src-shared/same-value'
import { says, type EntryOf } from './entry'
import { sameName, type Person } from './people'
import type { StoredTeam } from './stored'

interface Votes {
  rule: TeamRule
  people: Person[]
}

/** What is wanted in place of the rule of now, the most wanted first. */
function votesOf(people: readonly Person[], ruleNumber: number): Votes[] {
  const votes = new Map<string, Votes>()
  for (const person of people) {
    if (!person.signs) continue
    const last = person.chain.entries
      .filter((entry): entry is EntryOf<'rule'> => says(entry, 'rule') && entry.body.follows === ruleNumber)
      .at(-1)
    if (!last) continue
    const wanted = votes.get(canonical(last.body.rule)) ?? { rule: last.body.rule, people: [] }
    if (!wanted.people.some(({ name }) => sameName(name, person.name))) wanted.people.push(person)
    votes.set(canonical(last.body.rule), wanted)
  }
  return [...votes.values()].sort((one, other) => other.people.length - one.people.length)
}

/** So many have to want a rule. Who never confirmed anybody is alone with it. */
function neededFor({ rule, trust }: StoredTeam): number {
  return trust.length === 0 ? 1 : rule.signers
}

/** The team with every rule that enough people wanted, one after the other; the same where there is none. */
export function withWantedRules(team: StoredTeam, people: readonly Person[]): StoredTeam {
  let now = team
  for (;;) {
    const [most] = votesOf(people, now.ruleNumber)
    if (!most || most.people.length < neededFor(now)) return now
    now = { ...now, rule: most.rule, ruleNumber: now.ruleNumber + 1 }
  }
}

/** The rule that is wanted in place of that of now, with who wants it. */
export function wantedRule(
  team: StoredTeam,
  people: readonly Person[],
): NonNullable<TeamState['shared']>['wanted'] {
  const most = votesOf(people, team.ruleNumber).find(({ rule }) => canonical(rule) !== canonical(team.rule))
  if (!most) return null
  return {
    rule: most.rule,
    by: most.people.map(({ name }) => name),
    mine: most.people.some(({ state }) => state === 'me'),
    missing: neededFor(team) - most.people.length,
  }
}

import { expect, it } from 'vitest'
import { withWantedRules } from '../../../src-main/features/team/rules'
import { sharedShown } from '../../../src-main/features/team/shown'
import { standOf } from '../../../src-main/features/team/stand'
import { firstRule, type StoredTeam } from '../../../src-main/features/team/stored'
import { teamStandSchema, teamStateSchema } from '../../../src-shared/bridge/team'
import { randomNumbers } from '../../fixtures/seeded'
import { attacks, honestStory, peopleIn, type Story } from './attacks'

const stories = 200
const attacksEach = 50
const kinds = Object.keys(attacks)

/** Those whose keys count and who really signed what a campaign is now, and did not take it back. */
function reallySigned(story: Story, campaign: string, version: Story['versions'][number]): Set<string> {
  return new Set(
    story.truths
      .filter((truth) => truth.campaign === campaign && truth.version === version && !truth.takenBack)
      .map(({ by }) => by.key),
  )
}

it('10,000 seeded attacks lead to no sending without two valid keys, and to nothing that a screen cannot show (C49)', () => {
  const first = Number(process.env.POSTROOM_SEED ?? 17)
  const found = { allowed: 0, refused: 0, refusedThoughSigned: 0 }
  for (let seed = first; seed < first + stories; seed += 1) {
    const story = honestStory(seed)
    const below = randomNumbers(seed * 31)
    for (let at = 0; at < attacksEach; at += 1) {
      const texts = [...story.texts]
      const done = Array.from({ length: 1 + below(3) }, () => kinds[below(kinds.length)] ?? '')
      for (const kind of done) attacks[kind]?.(texts, story, below)
      const people = peopleIn(texts, story)
      const { me, trust, heads } = story.known
      const team: StoredTeam = {
        folder: '/team',
        team: 'a'.repeat(64),
        ...me,
        trust: [...trust],
        heads,
        rule: firstRule,
        ruleNumber: 0,
      }
      const { rule } = withWantedRules(team, people)
      const said = `seed ${seed}, ${done.join(', ')}`
      expect(rule, said).toEqual(firstRule)
      const campaign = `c${below(2)}`
      const version = story.versions[below(story.versions.length)] ?? story.versions[0]!
      const stand = standOf(people, campaign, version, rule)
      const signers = reallySigned(story, campaign, version)
      if (stand.allowed || seed % 2 === 0) {
        for (const { key } of stand.signatures) expect(signers, said).toContain(key)
      }
      if (stand.allowed) expect(new Set(stand.signatures.map(({ key }) => key)).size, said).toBeGreaterThan(1)
      found[stand.allowed ? 'allowed' : signers.size < 2 ? 'refused' : 'refusedThoughSigned'] += 1
      const reading = { state: 'read' as const, entries: [], aside: [], bytes: 0 }
      const shared = sharedShown(team, { reading, readAt: 0, people, since: null })
      teamStateSchema.parse({ profileId: 'p', revision: 1, shared })
      teamStandSchema.parse({ ...stand, version, needed: true, writesAt: null, failed: null })
    }
  }
  // Attacks that nothing could pass would prove nothing.
  expect(found.allowed).toBeGreaterThan(300)
  expect(found.refused).toBeGreaterThan(1000)
})

it('every kind of attack is met on its own', () => {
  const story = honestStory(4)
  for (const [kind, attack] of Object.entries(attacks)) {
    const texts = [...story.texts]
    attack(texts, story, randomNumbers(9))
    const [campaign, version] = ['c1', story.versions[2]!]
    const { signatures } = standOf(peopleIn(texts, story), campaign, version, firstRule)
    const signers = reallySigned(story, campaign, version)
    expect(
      signatures.every(({ key }) => signers.has(key)),
      kind,
    ).toBe(true)
  }
})

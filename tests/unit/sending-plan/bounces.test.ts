import { expect, it } from 'vitest'
import { bouncesShown } from '../../../src-main/features/plans/bounces'
import { learnt } from '../../../src-renderer/features/campaigns/plan/bounce-words'

const blocked = '550 5.7.1 OFR_506 sender is blocked'
const of = (domain: string, sent: number, bounced: number, reply: string) => ({
  domain,
  sent,
  bounced,
  replies: bounced > 0 ? [{ reply, people: bounced }] : [],
})
const known = [
  of('gmail.com', 316, 4, '550 5.1.1 no such user'),
  of('outlook.com', 200, 0, ''),
  of('orange.fr', 24, 24, blocked),
  of('wanadoo.fr', 18, 17, blocked),
  of('web.de', 102, 3, 'mailbox full'),
]
const toCome = {
  all: 2000,
  of: new Map([
    ['orange.fr', 944],
    ['gmail.com', 500],
  ]),
}

it('names the domains that bounce too much first, and adds up', () => {
  const shown = bouncesShown(known, 0.05, toCome)
  expect(shown.map(({ domain, tooMany }) => [domain, tooMany])).toEqual([
    ['orange.fr', true],
    ['wanadoo.fr', true],
    ['gmail.com', false],
    ['outlook.com', false],
    [null, false],
  ])
  const sum = (key: 'sent' | 'bounced' | 'toCome') => shown.reduce((total, each) => total + each[key], 0)
  expect([sum('sent'), sum('bounced'), sum('toCome')]).toEqual([660, 48, 2000])
})

it('says of a refusal of the sender that it is none of the addresses, and what is left without it', () => {
  const found = learnt({ slice: 2, domains: bouncesShown(known, 0.05, toCome) })
  expect(found?.same).toBe(
    '41 of the 48 say the same: orange.fr, wanadoo.fr refuse your sender, not the addresses.',
  )
  expect(found?.without).toBe('Without them 7 of 618 bounced, 1.1 %.')
  const old = learnt({
    slice: 2,
    domains: bouncesShown([of('gmx.de', 50, 20, '550 5.1.1 no such user')], 0.05, toCome),
  })
  expect(old?.whoCanHelp).toMatch(/^These addresses may be old/)
  expect(learnt({ slice: 2, domains: bouncesShown(known.slice(0, 2), 0.05, toCome) })).toBeNull()
})

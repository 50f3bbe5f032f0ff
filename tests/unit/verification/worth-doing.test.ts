import { expect, it } from 'vitest'
import { worthDoing, type WorthTools } from '../../../src-main/features/verification/worth-doing'
import type { ContactStanding, ListHealth } from '../../../src-shared/bridge/verdicts'

import { blankHealth } from '../renderer/verification/batch-samples'

function toolsOf(next: ListHealth['next'], people: Partial<Record<ContactStanding, string[]>>): WorthTools {
  return {
    ledger: {
      health: () => Promise.resolve({ ...blankHealth, next }),
      ofStanding: ({ standing, limit }) => Promise.resolve((people[standing] ?? []).slice(0, limit)),
      nextExpiry: () => Promise.resolve(null),
    },
    check: (email) => ({ observed: [], suggestion: null, settled: email.startsWith('known') }),
    now: () => 0,
  }
}

it('counts a call for every address that is not told here', async () => {
  const tools = toolsOf([{ code: 'checkRest', contacts: 3 }], { never: ['a@x', 'known@x', 'b@x'] })
  const { steps } = await worthDoing(tools, { share: 500, ceiling: 1000 })
  expect(steps).toMatchObject([{ code: 'checkRest', contacts: 3, calls: 2, sampled: false }])
})

it('works the calls of very many out from the first of them', async () => {
  const many = Array.from({ length: 10_000 }, (_, at) => (at % 2 === 0 ? `known${at}@x` : `p${at}@x`))
  const tools = toolsOf([{ code: 'checkExpired', contacts: 10_000 }], { expired: many })
  const { steps } = await worthDoing(tools, { share: 500, ceiling: 1000 })
  expect(steps).toMatchObject([{ calls: 5000, sampled: true }])
})

it('names the domain of most typos, and asks nobody about them', async () => {
  const emails = ['a@gmial.com', 'b@gmial.com', 'c@hotmial.com']
  const tools = toolsOf([{ code: 'correctTypos', contacts: 3 }], { suggested: emails })
  const { steps } = await worthDoing(tools, { share: 500, ceiling: 1000 })
  expect(steps).toMatchObject([{ calls: null, domains: { first: 'gmial.com', others: 1 } }])
})

import { afterEach, expect, it } from 'vitest'
import type { Mail } from '../../../../src-shared/bridge/review'
import type { TeamStand } from '../../../../src-shared/bridge/team'
import { soon } from '../../../fixtures/soon'
import type { Page } from '../fixtures/page'
import { keyOf as key, sharedFolder } from '../team/shared-folder'
import { openReview } from './review-core'
import { then } from './review-samples'

let page: Page
afterEach(() => page.close())

const karel = { id: key('b'), key: key('2'), name: 'Karel Dvořák', mine: false, at: then }

function stand(over: Partial<TeamStand> = {}): TeamStand {
  return {
    version: { content: `9f41c2d708ab6e13${'0'.repeat(48)}`, count: 40_112 },
    needed: true,
    signatures: [{ ...karel, warnings: 2 }],
    waiting: [],
    void: [],
    objections: [],
    notes: [],
    kept: [],
    reminders: [],
    editor: null,
    missing: 1,
    unanswered: 0,
    incomplete: [],
    allowed: false,
    writesAt: null,
    failed: null,
    ...over,
  }
}

const signed: Mail = {
  subject: 'Tide tables are in your log now',
  body: '<p>\nHello\n</p>',
  from: 'notes@mail.harbournotes.app',
  fromName: 'Harbour Notes',
  replyTo: '',
  type: 'MARKETING',
}

async function open(now: TeamStand) {
  let answered = now
  const answer = () => answered
  page = await openReview({
    team: {
      stand: answer,
      sign: () => (answered = { ...answered, writesAt: then }),
      undo: () => (answered = { ...answered, writesAt: null }),
      object: answer,
      remind: answer,
      note: answer,
      keep: answer,
      compare: () => ({
        signed,
        now: { ...signed, subject: 'Tide tables, at last', body: '<p>\nGood morning\n</p>' },
      }),
    },
  })
  page.tell({ topic: 'team', state: sharedFolder() })
  await soon(() => expect(page.text()).toContain('What is signed'))
  await soon(() => expect(page.text()).toContain('22 rules over 40,112 people, 1.8 s'))
}

it('what is signed, who has, and whose signature is missing stand beside the mail', async () => {
  await open(stand())
  expect(page.text()).toContain('1 of 2')
  expect(page.text()).toContain('1 more signature is needed.')
  expect(page.text()).toContain('Rule: 2 of 3 people')
  expect(page.text()).toContain('9f41 c2d7 08ab 6e13')
  expect(page.text()).toMatch(/Karel Dvořák\s*This content, 40,112 people/)
  expect(page.text()).toMatch(/Ingrid Aune\s*Has not signed/)
  await page.press('Remind Ingrid Aune')
  await soon(() => expect(page.asked('team.remind')).toEqual([{ campaignId: 'tides', to: key('3') }]))
})

it('a signature says what it was of, and who changed it from what to what', async () => {
  const version = { content: key('9'), audience: key('8'), count: 40_318 }
  const change = { name: 'Karel Dvořák', mine: false, at: then }
  await open(stand({ signatures: [], missing: 2, void: [{ ...karel, version, cause: 'audience', change }] }))
  expect(page.text()).toContain('Karel Dvořák changed the audience: 40,318 → 40,112.')
  expect(document.querySelector('.plain-table s')?.textContent).toBe('Karel Dvořák')
})

it('a signature that an edit made void is compared with what the mail is now', async () => {
  const version = { content: key('9'), audience: key('8'), count: 40_112 }
  await open(stand({ signatures: [], void: [{ ...karel, version, cause: 'content', change: null }] }))
  await page.press('Compare')
  await page.shows('What changed since Karel Dvořák signed it')
  expect(page.asked('team.compare')).toEqual([{ campaignId: 'tides', id: key('b') }])
  await page.shows('Tide tables, at last')
  expect(document.querySelector('[role="dialog"] ol')?.textContent).toMatch(/2\s*Hello\s*2\s*Good morning/)
})

it('a warning says who keeps it and who has not answered, and the sign-off counts it', async () => {
  const check = 'missingValue:firstName'
  const ingrid = { id: key('c'), key: key('3'), name: 'Ingrid Aune', mine: false, at: then - 1000 }
  await open(
    stand({
      notes: [{ ...ingrid, check, text: 'Leave them out', edited: false, answered: false }],
      kept: [{ ...karel, check }],
    }),
  )
  await page.shows('2, 1 kept, 1 against a note of Ingrid Aune')
  document.querySelector<HTMLElement>(`[data-check="${check}"]`)?.click()
  await page.shows('Ingrid Aune has not answered.')
  expect(page.text()).toContain('Kept by Karel Dvořák')
})

it('a warning that nobody keeps can be kept', async () => {
  await open(stand())
  document.querySelector<HTMLElement>('[data-check="missingValue:firstName"]')?.click()
  await page.press('Keep')
  await soon(() =>
    expect(page.asked('team.keep')).toEqual([{ campaignId: 'tides', check: 'missingValue:firstName' }]),
  )
})

it('C on a finding writes a note about it', async () => {
  await open(
    stand({
      notes: [
        { ...karel, check: 'missingValue:firstName', text: 'I keep them', edited: false, answered: false },
      ],
    }),
  )
  const line = document.querySelector<HTMLElement>('[data-check="missingValue:firstName"]')
  expect(line?.textContent).toContain('1 note')
  line?.focus()
  line?.dispatchEvent(new KeyboardEvent('keydown', { key: 'c', bubbles: true }))
  await soon(() => expect(document.activeElement?.hasAttribute('data-note')).toBe(true))
  expect(page.text()).toContain('I keep them')
  const field = document.querySelector<HTMLInputElement>('[data-note]')
  if (field) field.value = 'Leave them out'
  field?.dispatchEvent(new Event('input', { bubbles: true }))
  field?.form?.dispatchEvent(new Event('submit', { bubbles: true, cancelable: true }))
  await soon(() =>
    expect(page.asked('team.note')).toEqual([
      { campaignId: 'tides', check: 'missingValue:firstName', text: 'Leave them out' },
    ]),
  )
})

import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openCampaigns } from './campaign-core'
import type { Page } from '../fixtures/page'
import { soon } from '../../../fixtures/soon'
import type { FilterCondition } from '../../../../src-shared/interface/filter'

let page: Page
let list: () => void
afterEach(() => page.close())

beforeEach(async () => {
  const listed = new Promise<void>((resolve) => (list = resolve))
  page = await openCampaigns({ path: '/campaigns?new=1', listed })
  await soon(() => expect(document.querySelector('[role="dialog"]')).not.toBeNull())
  await page.fill('Name', 'Tide tables')
  await page.fill('Subject', 'Tides')
})

/** The list is there, and with it whoever the last campaign was from. */
async function named(): Promise<void> {
  list()
  await page.fill('Sender’s address', 'notes@mail.harbournotes.app')
}
/** Builds the condition that somebody is subscribed. */
async function askSubscribed(on: Page): Promise<void> {
  await on.press('Condition')
  await on.fill('Find a field', 'Subscribed')
  await soon(() => document.querySelector<HTMLElement>('[role="option"]'))
  document.querySelector<HTMLElement>('[role="option"]')?.click()
  const yes = await soon(() => {
    const box = document.querySelector<HTMLInputElement>('[aria-label="Values"] input')
    if (!box) throw new Error('No value to tick')
    return box
  })
  yes.click()
}
const create = () =>
  [...document.querySelectorAll('button')].find((one) => one.textContent.trim() === 'Create the draft')
const counted = () => page.asked('segments.count').at(-1)
const holding = (filter: FilterCondition['groups'][number]['filters'][number]) => ({
  logic: 'AND',
  groups: [{ filters: [filter] }],
})
const subscribed = holding({ field: 'subscribed', operator: 'equals', value: true })

it('leaves the sender alone until the one of the last campaign is filled in', async () => {
  expect(page.field('Sender’s address').disabled).toBe(true)
  expect(page.field('Sender’s name').disabled).toBe(true)
  list()
  await soon(() => expect(page.field('Sender’s address').disabled).toBe(false))
  expect(page.field('Sender’s name').disabled).toBe(false)
})

describe('whom a new campaign is for', () => {
  beforeEach(named)

  it('is everyone at first, and they are counted', async () => {
    await soon(() => expect(page.text()).toContain('52,106 of 52,418 contacts'))
    expect(counted()).toMatchObject({ condition: holding({ field: 'email', operator: 'exists' }) })
    await page.press('Create the draft')
    await soon(() => expect(page.asked('campaigns.create')).toMatchObject([{ audience: { kind: 'all' } }]))
  })

  it('can be a segment, whose members are counted', async () => {
    await page.choose('Audience', 'segment')
    expect(create()?.disabled).toBe(true)
    await soon(() => expect(page.text()).toContain('Active in 12 months, 40,813 members'))
    await page.choose('Segment', 'active')
    await soon(() =>
      expect(counted()).toMatchObject({
        condition: holding({ field: 'segment', operator: 'memberOfSegment', value: 'active' }),
      }),
    )
    await page.press('Create the draft')
    await soon(() =>
      expect(page.asked('campaigns.create')).toMatchObject([{ audience: { kind: 'segment', id: 'active' } }]),
    )
  })

  it('can be whoever a condition holds for, who are counted while it is built', async () => {
    await page.choose('Audience', 'condition')
    await soon(() => expect(page.text()).toContain('Counted once it is complete.'))
    expect(create()?.disabled).toBe(true)
    await askSubscribed(page)
    await soon(() => expect(counted()).toMatchObject({ condition: subscribed }))
    await soon(() => expect(page.text()).toContain('52,106 of 52,418 contacts'))
    await page.press('Create the draft')
    await soon(() =>
      expect(page.asked('campaigns.create')).toMatchObject([
        { name: 'Tide tables', audience: { kind: 'condition', condition: subscribed } },
      ]),
    )
  })

  it('keeps what was built while another kind is looked at', async () => {
    await page.choose('Audience', 'condition')
    await askSubscribed(page)
    await soon(() => expect(create()?.disabled).toBe(false))
    await page.choose('Audience', 'all')
    await page.choose('Audience', 'condition')
    await soon(() => expect(create()?.disabled).toBe(false))
    expect(document.querySelector('.chip')?.textContent).toContain('Subscribed')
  })

  it('says what becomes of people who are not subscribed', () => {
    expect(page.text()).toContain('It is marketing: people who are not subscribed are left out.')
  })
})

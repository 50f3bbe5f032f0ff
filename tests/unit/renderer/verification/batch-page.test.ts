import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { soon } from '../../../fixtures/soon'
import type { Page } from '../fixtures/page'
import { batch, job } from './batch-samples'
import { openVerification, refusal } from './verification-core'

let page: Page
afterEach(() => page.close())

describe('the results of a batch', () => {
  beforeEach(async () => {
    page = await openVerification('/verification/7', { batch: batch() })
    await soon(() => expect(page.text()).toContain('mateus@gmial.com'))
  })

  it('begin with what needs a decision, and the shares make 100 %', () => {
    expect(page.text()).toContain('Class is not accepts mail')
    expect(page.text()).toContain('86.5 %')
    expect(page.text()).not.toContain('sales@northquay.co.uk')
  })

  it('show the addresses of the class that is chosen', async () => {
    await page.press('Accepts mail')
    await soon(() => expect(page.text()).toContain('sales@northquay.co.uk'))
  })

  it('narrow to a reason by its bar', async () => {
    await page.press(/^Disposable domain/)
    await soon(() =>
      expect(page.asked('verification.rows').at(-1)).toMatchObject({ filter: { signs: ['disposable'] } }),
    )
  })

  it('ask again only about what is unknown', async () => {
    await page.press('Retry 325 unknown')
    expect(page.asked('verification.retryUnknown')).toEqual([{ id: 7 }])
    await soon(() => expect(page.text()).toContain('0 of 325 addresses asked about'))
  })

  it('show an address with what was answered over time', async () => {
    await page.body.find('[data-position="0"]').trigger('click')
    await soon(() => expect(page.body.find('.side-panel').text()).toContain('2 verdicts'))
    const panel = page.body.find('.side-panel').text()
    expect(panel).toContain('Was accepts mail')
    expect(panel).toContain('ZeroBounce')
  })
})

describe('a batch before its check', () => {
  const estimate = {
    unique: 12_640,
    known: 3118,
    local: 427,
    calls: 9095,
    seconds: 1140,
    byClass: batch().byClass,
  }
  const fresh = batch({ job: null, waiting: 9095, estimate })

  it('says what it costs and is started by a person', async () => {
    page = await openVerification('/verification/7', { batch: fresh })
    await soon(() => expect(page.text()).toContain('About 19 min at our share of the budget'))
    await page.press('Check 9,095 addresses')
    expect(page.asked('verification.start')).toEqual([{ id: 7 }])
    await soon(() => expect(page.text()).toContain('0 of 9,095 addresses asked about'))
  })

  it('says why it was not started, and stays', async () => {
    page = await openVerification('/verification/7', {
      batch: fresh,
      refused: { 'verification.start': refusal },
    })
    await soon(() => expect(page.text()).toContain('9,095 to ask about'))
    await page.press('Check 9,095 addresses')
    expect(page.text()).toContain('The service does not answer.')
    expect(page.text()).toContain('9,095 to ask about')
  })
})

describe('a batch that is under way', () => {
  it('shows how far it is, and offers no retry', async () => {
    const running = job({ state: 'running', done: 5457, endedAt: null, secondsLeft: 450, rate: 486 })
    page = await openVerification('/verification/7', { batch: batch({ job: running, waiting: 3638 }) })
    await soon(() => expect(page.text()).toContain('5,457 of 9,095 addresses asked about'))
    expect(page.text()).not.toContain('Retry')
    expect(page.text()).toContain('Not asked yet')
  })

  it('is collected first, and asks nobody', async () => {
    const collecting = batch({ job: null, work: { what: 'collecting', done: 3000, total: 14_760 } })
    page = await openVerification('/verification/7', { batch: collecting })
    await soon(() => expect(page.text()).toContain('Collecting addresses, 3,000 of 14,760'))
  })
})

describe('what cannot be read', () => {
  it('is said, with a way back', async () => {
    page = await openVerification('/verification/7', { refused: { 'verification.get': refusal } })
    await soon(() => expect(page.text()).toContain('The service does not answer'))
    expect(page.text()).toContain('All batches')
  })

  it('says where nobody was ever checked, and offers to check everyone', async () => {
    page = await openVerification('/verification', { batches: 0 })
    await soon(() => expect(page.text()).toContain('Nobody is checked yet'))
    await page.press('Check everyone')
    await soon(() => expect(page.router.currentRoute.value.fullPath).toBe('/verification/new?source=never'))
  })
})

describe('the rules', () => {
  beforeEach(async () => {
    page = await openVerification('/verification/rules')
    await soon(() => expect(page.text()).toContain('1 of 2 changed'))
  })

  it('move a sign by its menu, at once', async () => {
    await page.body.find('[aria-label="Class of Domain does not exist"]').trigger('click')
    await page.body.find('[role="menu"]').trigger('keydown', { key: 'r' })
    await soon(() => expect(page.asked('verdicts.setRule')).toEqual([{ sign: 'noDomain', class: 'risky' }]))
  })

  it('ask first where many would become undeliverable', async () => {
    await page.body.find('[aria-label="Class of Role address, such as info@"]').trigger('click')
    await page.body.find('[role="menu"]').trigger('keydown', { key: 'u' })
    await soon(() => expect(page.text()).toContain('341 contacts become undeliverable'))
    expect(page.asked('verdicts.setRule')).toEqual([])
    await page.press('Move the sign')
    await soon(() =>
      expect(page.asked('verdicts.setRule')).toEqual([{ sign: 'role', class: 'undeliverable' }]),
    )
  })

  it('put one sign back, and all of them', async () => {
    await page.body.find('[aria-label="Put back Role address, such as info@"]').trigger('click')
    await soon(() => expect(page.asked('verdicts.setRule')).toEqual([{ sign: 'role', class: 'risky' }]))
  })

  it('put all back', async () => {
    await page.press('Put all back')
    await soon(() => expect(page.asked('verdicts.resetRules')).toHaveLength(1))
  })

  it('take a domain’s class away', async () => {
    await page.body.find('[aria-label="Class of fjordline-cargo.no"]').trigger('click')
    await page.press('Remove')
    await soon(() =>
      expect(page.asked('verdicts.setDomain')).toEqual([
        { domain: 'fjordline-cargo.no', class: null, note: 'A customer' },
      ]),
    )
  })

  it('save days only where they are days', async () => {
    const days = page.body.find('[aria-label="Days that a verdict counts"]')
    await days.setValue('0')
    await page.body.findAll('form').at(0)?.trigger('submit')
    await soon(() => expect(page.text()).toContain('Whole days, from 1 to 3,650.'))
    await days.setValue('45')
    await page.body.findAll('form').at(0)?.trigger('submit')
    await soon(() => expect(page.asked('verdicts.setExpiry')).toEqual([{ known: 45, unknown: 30 }]))
  })
})

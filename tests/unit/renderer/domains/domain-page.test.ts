import { afterEach, describe, expect, it } from 'vitest'
import { whatNext } from '../../../../src-renderer/features/domains/domain-words'
import { soon } from '../../../fixtures/soon'
import type { Page } from '../fixtures/page'
import { domain, openAutomation, refusal } from '../workflows/workflow-core'

let page: Page

describe('an open domain', () => {
  afterEach(() => page.close())

  it('asks DNS at once, and shows each record with its state and what stands there instead', async () => {
    page = await openAutomation('/domains?open=dom_1')
    await page.shows('Another value')
    expect(page.asked('domains.check')).toEqual([{ id: 'dom_1' }])
    const records = [...document.body.querySelectorAll('.record')].map((one) => one.textContent ?? '')
    expect(records).toHaveLength(3)
    expect(records[1]).toContain('Missing')
    expect(records[2]).toContain('v=spf1 mx -all')
    expect(document.body.textContent).toContain('DNS asked now')
  })

  it('is asked about again on request', async () => {
    page = await openAutomation('/domains?open=dom_1')
    await page.shows('Another value')
    page.button('Check again').click()
    await soon(() => expect(page.asked('domains.check')).toHaveLength(2))
  })

  it('keeps its records and says why where it cannot be checked', async () => {
    page = await openAutomation('/domains?open=dom_1', { refused: { 'domains.check': refusal } })
    await page.shows('Somebody else changed it meanwhile')
    expect(document.body.querySelectorAll('.record')).toHaveLength(3)
  })

  it('names the campaigns that need it before it is removed, once its name is typed', async () => {
    const usedBy = [{ kind: 'campaign' as const, id: 'cmp_1', name: 'Spring', state: 'DRAFT' }]
    page = await openAutomation('/domains?open=dom_1', { domain: domain({ usedBy }) })
    await page.shows('Another value')
    page.button('Remove the domain').click()
    await page.shows('1 campaign would be left without a verified sender')
    expect(page.button('Remove').disabled).toBe(true)
    await page.confirm('x.example')
    page.button('Remove').click()
    await soon(() => expect(page.asked('domains.remove')).toEqual([{ id: 'dom_1', domain: 'x.example' }]))
    await soon(() => expect(document.body.querySelector('.side-panel')).toBeNull())
  })
})

describe('the list of domains', () => {
  afterEach(() => page.close())

  it('that was never copied says so', async () => {
    page = await openAutomation('/domains', { empty: true })
    await page.shows('Domains were not copied yet')
  })

  it('opens what was added', async () => {
    page = await openAutomation('/domains')
    await page.shows('x.example')
    page.button('Add a domain').click()
    await page.shows('The service makes keys for it')
    await page.confirm('mail.x.example')
    page.button('Add the domain').click()
    await soon(() => expect(page.asked('domains.add')).toEqual([{ domain: 'mail.x.example' }]))
    await soon(() => expect(location.hash).toContain('open=dom_1'))
  })
})

describe('what comes next', () => {
  const records = domain().records
  const published = records.map((record) => ({ ...record, state: 'published' as const }))

  it.each([
    [false, records, 'Nothing can be sent from it yet.'],
    [false, published, 'The keys are in DNS'],
    [true, published, 'Mail may be sent from its addresses'],
    [true, records, 'its keys are not all in DNS'],
    [true, [], 'Mail may be sent from its addresses'],
  ])('follows from verified %s and the records', (verified, found, words) => {
    expect(whatNext(verified, found)).toContain(words)
  })
})

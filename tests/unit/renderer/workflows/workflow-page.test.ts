// @vitest-environment happy-dom
import { flushPromises } from '@vue/test-utils'
import { afterEach, describe, expect, it } from 'vitest'
import { soon } from '../../../fixtures/soon'
import type { Page } from '../fixtures/page'
import { openAutomation, refusal, workflow } from './workflow-core'

let page: Page
afterEach(() => page.close())

describe('the list of workflows', () => {
  it('says what starts each, and how many are on the way', async () => {
    page = await openAutomation('/workflows')
    await page.shows('Welcome aboard')
    const cells = [...document.body.querySelectorAll('[data-position="0"] [role="gridcell"]')]
    expect(cells.map((cell) => cell.textContent?.trim()).slice(0, 8)).toEqual([
      'Welcome aboard',
      'Enabled',
      'On signup',
      '12',
      '30',
      '4',
      '0',
      '46',
    ])
  })

  it('that was never copied says so', async () => {
    page = await openAutomation('/workflows', { empty: true })
    await page.shows('Workflows were not copied yet')
  })

  it('that cannot be read says why', async () => {
    page = await openAutomation('/workflows', { refused: { 'workflows.page': refusal } })
    await page.shows('Somebody else changed it meanwhile')
  })

  it('makes a new one, which opens', async () => {
    page = await openAutomation('/workflows')
    await page.shows('Welcome aboard')
    await page.press('New workflow')
    await page.fill('Name', ' Thanks ')
    await page.fill('Event that starts it', 'order.paid')
    await page.press('Create the workflow')
    await soon(() =>
      expect(page.asked('workflows.create')).toEqual([
        { name: 'Thanks', eventName: 'order.paid', description: '', allowReentry: false },
      ]),
    )
    await soon(() => expect(location.hash).toContain('/workflows/wfl_2'))
  })
})

describe('a workflow', () => {
  const nodes = () => [...document.body.querySelectorAll('[data-step]')]
  const node = (id: string) => nodes().find((one) => one.getAttribute('data-step') === id)

  it('is drawn with every step named, what leads on and who stands there', async () => {
    page = await openAutomation('/workflows/wfl_1')
    await page.shows('Begun?')
    expect(nodes().map((one) => one.getAttribute('aria-label'))).toEqual([
      'On signup. Starts with signup. Leads to Two days.',
      'Two days. Waits 2 days. 12 here. Leads to Begun?',
      'Begun? Asks: plan is pro? Leads to Yes: Done; No: Two days.',
      'Done. Ends here.',
      'Lost. Waits 1 day. Nothing leads here.',
    ])
  })

  it('has one step where Tab enters, which the arrow keys move', async () => {
    page = await openAutomation('/workflows/wfl_1')
    await page.shows('Begun?')
    const entries = () => nodes().filter((one) => one.getAttribute('tabindex') === '0')
    expect(entries().map((one) => one.getAttribute('data-step'))).toEqual(['s1'])
    node('s1')?.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowDown', bubbles: true }))
    await flushPromises()
    expect(entries().map((one) => one.getAttribute('data-step'))).toEqual(['s2'])
  })

  it('tells the same steps in a table, whose count leads to who stands there', async () => {
    page = await openAutomation('/workflows/wfl_1')
    await page.shows('Begun?')
    expect(document.body.querySelectorAll('tbody tr')).toHaveLength(5)
    await page.press('12')
    await page.shows('nora@x.example')
    expect(page.asked('workflows.executions').at(-1)).toMatchObject({
      id: 'wfl_1',
      statuses: ['RUNNING', 'WAITING'],
      step: 's2',
    })
  })

  it('says of which executions its figures are where the copy holds the newest alone', async () => {
    const much = workflow({ executions: { WAITING: 1200, COMPLETED: 3800 }, newestAlone: 5000 })
    page = await openAutomation('/workflows/wfl_1?tab=executions', { workflow: much })
    await page.shows('nora@x.example')
    await page.shows('Executions 5,000+')
    await page.shows('1,200 contacts on the way of the newest 5,000 executions')
    expect(document.body.querySelector('[role="status"]')?.textContent).toBe(
      '1 of the newest 5,000 executions',
    )
  })

  it('shows the executions that came and cannot be read, as they came', async () => {
    page = await openAutomation('/workflows/wfl_1?tab=executions', {
      workflow: workflow({ executionsUnread: 1 }),
    })
    await page.press('1 not read')
    await page.shows('Executions that cannot be read')
    await page.shows('has no status')
    expect(page.asked('sync.unread')).toMatchObject([{ resource: 'workflows', owner: 'wfl_1' }])
  })

  it('whose steps were not read offers to read them', async () => {
    page = await openAutomation('/workflows/wfl_1', { workflow: workflow({ steps: null }) })
    await page.shows('The steps were not read yet')
    await page.press('Read now')
    await page.shows('Begun?')
    expect(page.asked('workflows.refresh')).toEqual([{ id: 'wfl_1' }])
  })

  it('is disabled once what that means was read', async () => {
    page = await openAutomation('/workflows/wfl_1')
    await page.shows('Begun?')
    await page.press('Disable…')
    await page.shows('12 contacts are on the way through it')
    expect(page.asked('workflows.update')).toEqual([])
    await page.press('Disable')
    await soon(() =>
      expect(page.asked('workflows.update')).toEqual([
        { id: 'wfl_1', changes: { enabled: false }, basis: workflow().basis },
      ]),
    )
    await page.shows('Enable…')
  })

  it('keeps the dialog and says why where the core refuses', async () => {
    page = await openAutomation('/workflows/wfl_1', { refused: { 'workflows.update': refusal } })
    await page.shows('Begun?')
    await page.press('Disable…')
    await page.press('Disable')
    await page.shows('Somebody else changed it meanwhile')
    expect(document.body.querySelector('[role="dialog"]')).not.toBeNull()
  })

  it('that is not there says so and leads back', async () => {
    page = await openAutomation('/workflows/wfl_1', { refused: { 'workflows.get': refusal } })
    await page.shows('Somebody else changed it meanwhile')
    await page.press('All workflows')
    await soon(() => expect(location.hash).toBe('#/workflows'))
  })
})

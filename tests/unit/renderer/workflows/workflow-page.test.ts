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
    await page.press('Create workflow')
    await soon(() =>
      expect(page.asked('workflows.create')).toEqual([
        { name: 'Thanks', eventName: 'order.paid', description: '', allowReentry: false },
      ]),
    )
    await soon(() => expect(location.hash).toContain('/workflows/wfl_2'))
  })
})

describe('a workflow', () => {
  const nodes = () => [...document.body.querySelectorAll<HTMLElement>('[data-step]')]
  const node = (id: string) => nodes().find((one) => one.getAttribute('data-step') === id)

  it('is drawn with every step named, what leads on and who stands there', async () => {
    page = await openAutomation('/workflows/wfl_1')
    await page.shows('Begun?')
    expect(nodes().map((one) => one.getAttribute('aria-label'))).toEqual([
      'On signup. Start. Starts with signup. Leads to Two days.',
      'Two days. Wait. Waits 2 days. 12 here. Leads to Begun?',
      'Begun? Question. Asks: plan is pro? Leads to Yes: Done; No: Two days.',
      'Done. End. Ends here.',
      'Lost. Wait. Waits 1 day. Nothing leads here.',
    ])
  })

  it('has one step where Tab enters, which the arrow keys move', async () => {
    page = await openAutomation('/workflows/wfl_1')
    await page.shows('Begun?')
    const entries = () => nodes().filter((one) => one.getAttribute('tabindex') === '0')
    expect(entries().map((one) => one.getAttribute('data-step'))).toEqual(['s1'])
    node('s1')?.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowRight', bubbles: true }))
    await flushPromises()
    expect(entries().map((one) => one.getAttribute('data-step'))).toEqual(['s2'])
  })

  it('lists who stands at a step that is chosen, and all again once it is not', async () => {
    page = await openAutomation('/workflows/wfl_1')
    await page.shows('Nora Quill')
    const asked = () => page.asked('workflows.executions').at(-1)
    expect(asked()).toMatchObject({ id: 'wfl_1', statuses: ['RUNNING', 'WAITING'], step: null })
    node('s2')?.click()
    await soon(() => expect(asked()).toMatchObject({ statuses: ['RUNNING', 'WAITING'], step: 's2' }))
    node('s2')?.dispatchEvent(
      new KeyboardEvent('keydown', { key: 'Escape', bubbles: true, cancelable: true }),
    )
    await soon(() => expect(asked()).toMatchObject({ step: null }))
  })

  it('narrows the executions to a status, and to none', async () => {
    page = await openAutomation('/workflows/wfl_1')
    await page.shows('Nora Quill')
    await page.press('Completed 30')
    await soon(() =>
      expect(page.asked('workflows.executions').at(-1)).toMatchObject({ statuses: ['COMPLETED'] }),
    )
    await page.press('Completed 30')
    await soon(() => expect(page.asked('workflows.executions').at(-1)).toMatchObject({ statuses: null }))
  })

  it('tells the way of whoever is opened, which is drawn in the graph', async () => {
    page = await openAutomation('/workflows/wfl_1?open=exe_1')
    await page.shows('The way so far')
    await page.shows('2 of 4 steps')
    await page.shows('signup, site')
    await page.shows('Here now')
    await page.shows('the way of Nora Quill')
    expect(document.body.querySelectorAll('.step.passed')).toHaveLength(2)
    expect(document.body.querySelector('.side-panel dl')?.textContent).toContain('Begun?')
  })

  it('says of which executions its figures are where the copy holds the newest alone', async () => {
    const much = workflow({ executions: { WAITING: 1200, COMPLETED: 3800 }, newestAlone: 5000 })
    page = await openAutomation('/workflows/wfl_1', { workflow: much })
    await page.shows('Nora Quill')
    await page.shows('Executions 5,000+')
    await page.shows('46+ in all')
    expect(document.body.querySelector('[title="of the newest 5,000 executions"]')).not.toBeNull()
  })

  it('shows the executions that came and cannot be read, as they came', async () => {
    page = await openAutomation('/workflows/wfl_1', {
      workflow: workflow({ executionsUnread: 1 }),
    })
    await page.press('1 not read')
    await page.shows('Executions that cannot be read')
    await page.shows('has no status')
    expect(page.asked('sync.unread')).toMatchObject([{ resource: 'workflows', owner: 'wfl_1' }])
  })

  it('whose steps were not read is its list alone, until they are', async () => {
    page = await openAutomation('/workflows/wfl_1', { workflow: workflow({ steps: null }) })
    await page.shows('Nora Quill')
    expect(nodes()).toEqual([])
    await page.press('Read now')
    await page.shows('Begun?')
    expect(page.asked('workflows.refresh')).toEqual([{ id: 'wfl_1' }])
  })

  it('is disabled once what that means was read', async () => {
    page = await openAutomation('/workflows/wfl_1')
    await page.shows('Begun?')
    await page.press('Disable…')
    await page.shows('12 people are on the way')
    expect(document.body.querySelector('[role="dialog"] dl')?.textContent).toContain('Two days')
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

// @vitest-environment happy-dom
import { flushPromises, mount, type VueWrapper } from '@vue/test-utils'
import { NMessageProvider } from 'naive-ui'
import { createPinia } from 'pinia'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { defineComponent, h } from 'vue'
import { RouterView } from 'vue-router'
import { exposeCore, workflow, type CoreWishes, type Heard } from './workflow-core'
import { soon } from '../../../fixtures/soon'

let heard: Heard
let wrapper: VueWrapper

beforeEach(() => {
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(20 * 32 + 30)
})
afterEach(() => {
  wrapper.unmount()
  vi.restoreAllMocks()
  document.body.innerHTML = ''
})

async function begin(path: string, wishes: CoreWishes = {}): Promise<void> {
  vi.resetModules()
  heard = exposeCore(wishes)
  const { router } = await import('../../../../src-renderer/router')
  const Page = defineComponent({ setup: () => () => h(NMessageProvider, () => h(RouterView)) })
  await router.push(path)
  wrapper = mount(Page, { attachTo: document.body, global: { plugins: [createPinia(), router] } })
}

/** Pages are loaded when they are opened: on a busy machine that takes more than the usual second. */
const shows = (text: string) => soon(() => expect(document.body.textContent).toContain(text))
const asked = (name: string) => heard.filter((one) => one.name === name).map(({ input }) => input)

/** A button anywhere, also in a dialog. */
function button(name: string): HTMLButtonElement {
  const found = [...document.body.querySelectorAll('button')].filter(
    (one) => one.textContent?.trim() === name,
  )
  const last = found.at(-1)
  if (!last) throw new Error(`No button ${name} in ${document.body.textContent}`)
  return last
}
async function press(name: string): Promise<void> {
  button(name).click()
  await flushPromises()
}
function write(label: string, text: string): void {
  const field = document.body.querySelector<HTMLInputElement>(`[role="dialog"] input[aria-label="${label}"]`)
  if (!field) throw new Error(`No field ${label}`)
  field.value = text
  field.dispatchEvent(new Event('input'))
}

describe('the list of workflows', () => {
  it('says what starts each, and how many are on the way', async () => {
    await begin('/workflows')
    await shows('Welcome aboard')
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
    await begin('/workflows', { empty: true })
    await shows('Workflows were not copied yet')
  })

  it('that cannot be read says why', async () => {
    await begin('/workflows', { refused: ['workflows.page'] })
    await shows('Somebody else changed it meanwhile')
  })

  it('makes a new one, which opens', async () => {
    await begin('/workflows')
    await shows('Welcome aboard')
    await press('New workflow')
    write('Name', ' Thanks ')
    write('Event that starts it', 'order.paid')
    await flushPromises()
    await press('Create the workflow')
    await soon(() =>
      expect(asked('workflows.create')).toEqual([
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
    await begin('/workflows/wfl_1')
    await shows('Begun?')
    expect(nodes().map((one) => one.getAttribute('aria-label'))).toEqual([
      'On signup. Starts with signup. Leads to Two days.',
      'Two days. Waits 2 days. 12 here. Leads to Begun?',
      'Begun? Asks: plan is pro? Leads to Yes: Done; No: Two days.',
      'Done. Ends here.',
      'Lost. Waits 1 day. Nothing leads here.',
    ])
  })

  it('has one step where Tab enters, which the arrow keys move', async () => {
    await begin('/workflows/wfl_1')
    await shows('Begun?')
    const entries = () => nodes().filter((one) => one.getAttribute('tabindex') === '0')
    expect(entries().map((one) => one.getAttribute('data-step'))).toEqual(['s1'])
    node('s1')?.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowDown', bubbles: true }))
    await flushPromises()
    expect(entries().map((one) => one.getAttribute('data-step'))).toEqual(['s2'])
  })

  it('tells the same steps in a table, whose count leads to who stands there', async () => {
    await begin('/workflows/wfl_1')
    await shows('Begun?')
    expect(document.body.querySelectorAll('tbody tr')).toHaveLength(5)
    await press('12')
    await shows('nora@x.example')
    expect(asked('workflows.executions').at(-1)).toMatchObject({
      id: 'wfl_1',
      statuses: ['RUNNING', 'WAITING'],
      step: 's2',
    })
  })

  it('says of which executions its figures are where the copy holds the newest alone', async () => {
    const much = workflow({ executions: { WAITING: 1200, COMPLETED: 3800 }, newestAlone: 5000 })
    await begin('/workflows/wfl_1?tab=executions', { workflow: much })
    await shows('nora@x.example')
    await shows('Executions 5,000+')
    await shows('1,200 contacts on the way of the newest 5,000 executions')
    expect(document.body.querySelector('[role="status"]')?.textContent).toBe(
      '1 of the newest 5,000 executions',
    )
  })

  it('whose steps were not read offers to read them', async () => {
    await begin('/workflows/wfl_1', { workflow: workflow({ steps: null }) })
    await shows('The steps were not read yet')
    await press('Read now')
    await shows('Begun?')
    expect(asked('workflows.refresh')).toEqual([{ id: 'wfl_1' }])
  })

  it('is disabled once what that means was read', async () => {
    await begin('/workflows/wfl_1')
    await shows('Begun?')
    await press('Disable…')
    await shows('12 contacts are on the way through it')
    expect(asked('workflows.update')).toEqual([])
    await press('Disable')
    await soon(() =>
      expect(asked('workflows.update')).toEqual([
        { id: 'wfl_1', changes: { enabled: false }, basis: workflow().basis },
      ]),
    )
    await shows('Enable…')
  })

  it('keeps the dialog and says why where the core refuses', async () => {
    await begin('/workflows/wfl_1', { refused: ['workflows.update'] })
    await shows('Begun?')
    await press('Disable…')
    await press('Disable')
    await shows('Somebody else changed it meanwhile')
    expect(document.body.querySelector('[role="dialog"]')).not.toBeNull()
  })

  it('that is not there says so and leads back', async () => {
    await begin('/workflows/wfl_1', { refused: ['workflows.get'] })
    await shows('Somebody else changed it meanwhile')
    await press('All workflows')
    await soon(() => expect(location.hash).toBe('#/workflows'))
  })
})

import { flushPromises } from '@vue/test-utils'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { defineComponent, h } from 'vue'
import CheckStep from '../../../../src-renderer/features/imports/check/CheckStep.vue'
import { useImport } from '../../../../src-renderer/features/imports/use-import'
import { soon } from '../../../fixtures/soon'
import type { Refusals } from '../fixtures/fake-core'
import type { Page } from '../fixtures/page'
import { openImports, refusal, type SearchEnd } from './import-core'

/** The step as the page shows it. */
const Step = defineComponent({
  setup() {
    const open = useImport(() => 7)
    return () => (open.detail.value ? h(CheckStep, { open, detail: open.detail.value }) : null)
  },
})

let page: Page
let searches: SearchEnd
afterEach(() => page.close())

/** Opens the step, with its rows there. */
async function begin(refused: Refusals = {}): Promise<void> {
  searches = { isThere: false, gate: Promise.resolve() }
  page = await openImports(Step, refused, searches)
  await soon(() => expect(row(0).text()).toContain('hana.sato'))
}

const row = (position: number) => page.body.find(`[data-position="${position}"]`)
const editor = () => page.body.find<HTMLInputElement>('.editor input')
const strip = () => page.body.find('.big-list__strip')

async function press(key: string, held: KeyboardEventInit = {}): Promise<void> {
  const target = document.activeElement ?? document.body
  target.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...held }))
  await flushPromises()
}

describe('the rows', () => {
  beforeEach(() => begin())

  it('are those that are not unchanged at first', () => {
    expect(page.body.find('[aria-pressed="true"]').text()).toContain('All but unchanged')
    expect(page.text()).toContain('304 rows, all but unchanged')
  })

  it('are of the class that is chosen', async () => {
    const invalid = page.body.findAll('button').find((one) => one.text().startsWith('Invalid'))
    await invalid?.trigger('click')
    await soon(() => expect(page.text()).toContain('2 rows, invalid'))
  })

  it('are counted to the end after those that a search found first are shown', async () => {
    let open = () => undefined
    searches.gate = new Promise((resolve) => {
      open = () => void resolve()
    })
    await page.body.find('input[type="search"], .search input').setValue('libero')
    await soon(() => expect(page.text()).toContain('100+ rows found, all but unchanged'))
    expect(row(0).text()).toContain('person0@libero.it')
    searches.isThere = true
    open()
    await soon(() => expect(page.text()).toContain('300 rows found, all but unchanged'))
    await soon(() => expect(page.body.find('[role="grid"]').attributes('aria-rowcount')).toBe('301'))
  })

  it('are asked for with the cells of the columns that are shown', () => {
    expect(page.asked('imports.rows')[0]).toMatchObject({ columns: [0, 1, 2], soon: true })
  })

  it('say a duplicate and a fault beside the address', () => {
    expect(row(2).text()).toContain('amara@okonkwostudio.ng')
    expect(row(2).text()).toContain('as row 88')
    expect(row(1).text()).toContain('no such domain')
  })
})

describe('a repair', () => {
  beforeEach(() => begin())

  it('begins in the cell at fault by a click, with the offer beneath', async () => {
    await row(1).trigger('click')
    await flushPromises()
    expect(editor().element.value).toBe('liam.okafor@gmial.com')
    expect(strip().text()).toContain('No such domain. Did you mean liam.okafor@gmail.com?')
    expect(document.activeElement).toBe(editor().element)
  })

  it('takes the suggestion by Enter, and counts follow', async () => {
    await row(1).trigger('click')
    await flushPromises()
    await press('Enter')
    await soon(() =>
      expect(page.asked('imports.repair')).toEqual([
        { id: 7, row: 231, column: 0, text: 'liam.okafor@gmail.com', alike: false },
      ]),
    )
    await soon(() => expect(page.text()).toContain('5,415 to write'))
    expect(editor().exists()).toBe(false)
  })

  it('takes it for all rows with the same slip by Ctrl and Enter', async () => {
    await row(1).trigger('click')
    await flushPromises()
    expect(strip().text()).toContain('Use for all 17 alike')
    await press('Enter', { ctrlKey: true })
    await soon(() => expect(page.asked('imports.correctTypos')).toEqual([{ id: 7, from: 'gmial.com' }]))
  })

  it('writes what was typed instead', async () => {
    await row(1).trigger('click')
    await flushPromises()
    await editor().setValue('liam@okafor.ie')
    expect(strip().text()).toContain('Write liam@okafor.ie.')
    await press('Enter')
    await soon(() =>
      expect(page.asked('imports.repair')).toMatchObject([{ text: 'liam@okafor.ie', column: 0 }]),
    )
  })

  it('leaves the cell as it was by Esc, and gives the focus back to the row', async () => {
    await row(1).trigger('click')
    await flushPromises()
    await editor().setValue('x')
    await press('Escape')
    expect(editor().exists()).toBe(false)
    expect(page.asked('imports.repair')).toEqual([])
    expect(document.activeElement?.getAttribute('data-position')).toBe('1')
  })

  it('goes on to the next fault by Tab, however far', async () => {
    await row(1).trigger('click')
    await flushPromises()
    await press('Tab')
    await soon(() => expect(editor().exists() && editor().element.value).toBe('björn åkesson'))
    await press('Tab')
    await soon(() => expect(editor().exists() && editor().element.value).toContain('liam.okafor'))
  })

  it('leaves a person alone who went on before it was done', async () => {
    await row(1).trigger('click')
    await flushPromises()
    const target = document.activeElement
    for (const key of ['Enter', 'Tab']) {
      target?.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }))
    }
    await soon(() => expect(page.text()).toContain('5,415 to write'))
    await soon(() => expect(editor().exists() && editor().element.value).toBe('björn åkesson'))
    await flushPromises()
    expect(editor().exists()).toBe(true)
  })

  it('reaches any cell by the arrows, F2 and Enter', async () => {
    await row(0).trigger('click')
    await flushPromises()
    await press('ArrowRight')
    await press('ArrowRight')
    await press('F2')
    expect(editor().attributes('aria-label')).toBe('firstName in row 118')
    await editor().setValue('Hanako')
    await press('Enter')
    await soon(() =>
      expect(page.asked('imports.repair')).toMatchObject([{ row: 118, column: 1, text: 'Hanako' }]),
    )
  })

  it('leaves a row out by Delete, or those that are picked', async () => {
    await row(0).trigger('click')
    await flushPromises()
    await press('Delete')
    await soon(() => expect(page.asked('imports.leaveOut')).toEqual([{ id: 7, rows: [118], leftOut: true }]))
    await row(1).find('input').trigger('click')
    await row(2).find('input').trigger('click')
    const button = page.body.findAll('.list-foot button').find((one) => one.text() === 'Leave out')
    await button?.trigger('click')
    await soon(() =>
      expect(page.asked('imports.leaveOut')[1]).toEqual({ id: 7, rows: [231, 566], leftOut: true }),
    )
    await soon(() => expect(page.body.find('.list-foot').exists()).toBe(false))
  })

  it('of all misspelt domains is one click', async () => {
    const all = page.body.findAll('button').find((one) => one.text().startsWith('Apply all 17'))
    await all?.trigger('click')
    await soon(() => expect(page.asked('imports.correctTypos')).toEqual([{ id: 7 }]))
  })

  it('keeps a domain as it is written where a person says so', async () => {
    await page.body.find('[aria-label="Keep gmial.com as written"]').trigger('click')
    await soon(() =>
      expect(page.asked('imports.correctTypos')).toEqual([{ id: 7, from: 'gmial.com', keep: true }]),
    )
  })
})

describe('a repair that is refused', () => {
  it('says why, and what was typed is still there', async () => {
    await begin({ 'imports.repair': refusal })
    await row(1).trigger('click')
    await flushPromises()
    await editor().setValue('liam@okafor.ie')
    await press('Enter')
    await soon(() => expect(page.body.find('[role="alert"]').text()).toContain('The file changed'))
    expect(editor().element.value).toBe('liam@okafor.ie')
  })
})

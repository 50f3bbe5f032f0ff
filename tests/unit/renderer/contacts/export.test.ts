import { afterEach, expect, it } from 'vitest'
import { h } from 'vue'
import ExportDialog from '../../../../src-renderer/features/contacts/ExportDialog.vue'
import type { DataField } from '../../../../src-shared/bridge/contacts'
import { Page } from '../fixtures/page'

const vessel: DataField = { key: 'vessel', count: 3, types: ['object'], distinct: 3 }

let page: Page
afterEach(() => page.close())

it('all fields are those that there are as the file is written, also where the page does not know them yet', async () => {
  page = await Page.open({
    core: {
      contacts: {
        fields: () => ({ fields: [vessel] }),
        export: async function* () {
          yield { written: 1, total: 1, guarded: 0, file: { path: '/tmp/people.csv' } }
        },
      },
    },
    root: {
      render: () =>
        h(ExportDialog, {
          query: null,
          picked: { kind: 'ids', ids: new Set(['c1']) },
          matching: 1,
          columns: ['email'],
          known: [],
        }),
    },
  })
  const all = [...document.body.querySelectorAll<HTMLInputElement>('input[type=radio][value=all]')].at(-1)
  if (!all) throw new Error(page.body.html())
  all.click()
  await page.press('Export 1')
  expect(await page.asks('contacts.export')).toMatchObject({
    columns: expect.arrayContaining(['data.vessel']) as unknown,
  })
})

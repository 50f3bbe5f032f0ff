import { readFile, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import Papa from 'papaparse'
import { expect, it } from 'vitest'
import { exportCampaigns } from '../../../src-main/features/campaigns/export'
import { draft } from '../../fixtures/campaign-server'
import { temporaryFolder } from '../cache/support'
import { openFixture } from './fixture'

const counts = { totalRecipients: 100, sentCount: 100, deliveredCount: 80, openedCount: 20 }

async function write(format: 'csv' | 'json', ids: string[]): Promise<string> {
  const fixture = await openFixture([draft('cmp_2', { ...counts, name: '=1+1', status: 'SENT' })])
  const target = join(temporaryFolder(), 'out')
  const host = {
    clock: fixture.clock,
    chooseExportTarget: () =>
      Promise.resolve({
        path: `${target}.part`,
        finish: async () => {
          await rename(`${target}.part`, target)
          return { path: target }
        },
        discard: () => rm(`${target}.part`, { force: true }),
      }),
  }
  for await (const step of exportCampaigns(fixture.cache, host, { ids, format }, undefined)) {
    expect(step.total).toBeLessThanOrEqual(2)
  }
  return readFile(target, 'utf8')
}

it('writes counts and rates as CSV, in the order given, with formulas made inert', async () => {
  const text = await write('csv', ['cmp_2', 'cmp_1', 'cmp_gone'])
  const { data } = Papa.parse<Record<string, string>>(text.replace(/^\ufeff/, '').trim(), { header: true })
  expect(data).toMatchObject([
    { id: 'cmp_2', name: "'=1+1", status: 'SENT', deliveredCount: '80', openRate: '0.25', clickRate: '0' },
    { id: 'cmp_1', name: 'January', status: 'DRAFT', openRate: '' },
  ])
})

it('writes the same as JSON', async () => {
  expect(JSON.parse(await write('json', ['cmp_2']))).toMatchObject([
    { id: 'cmp_2', name: '=1+1', totalRecipients: 100, openRate: 0.25 },
  ])
})

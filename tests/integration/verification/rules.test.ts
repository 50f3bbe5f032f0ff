import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { BoughtProgress } from '../../../src-shared/bridge/verdicts'
import { profileFor, settled, startCore, type TestCore } from '../../fixtures/core'
import { startKeptService } from '../../fixtures/kept-service'
import type { RunningService } from '../../fixtures/service'

let service: RunningService
let core: TestCore
let folder: string
let path: string
beforeEach(async () => {
  service = await startKeptService()
  folder = await mkdtemp(join(tmpdir(), 'postroom-rules-'))
  path = join(folder, 'bought.csv')
  core = await startCore({
    chooseImportFile: () => Promise.resolve({ path, name: 'bought.csv', uploaded: false }),
  })
  await core.bridge.profiles.create(profileFor(service.url, service.secretKey))
  await settled(core.bridge)
})
afterEach(async () => {
  await core.close()
  await service.stop()
  await rm(folder, { recursive: true, force: true })
})

it('tells the rules in words, and takes what a person changes of them', async () => {
  const { verdicts } = core.bridge
  const rules = await verdicts.rules()
  expect(rules.signs.find(({ sign }) => sign === 'role')).toEqual({
    sign: 'role',
    title: 'Role address, such as info@',
    sentence: 'It names a desk or a team, not a person.',
    class: 'risky',
    usual: 'risky',
    addresses: 0,
  })
  const changed = await verdicts.setRule({ sign: 'role', class: 'accepts' })
  expect(changed.signs.find(({ sign }) => sign === 'role')).toMatchObject({
    class: 'accepts',
    usual: 'risky',
  })
  expect((await verdicts.setExpiry({ known: 7, unknown: 1 })).expiry).toEqual({ known: 7, unknown: 1 })
  await expect(verdicts.setDomain({ domain: 'nothing', class: 'risky', note: '' })).rejects.toMatchObject({
    data: { code: 'input_invalid' },
  })
  expect(
    (await verdicts.setDomain({ domain: 'x.example', class: 'risky', note: 'Why' })).domains,
  ).toMatchObject([{ domain: 'x.example', class: 'risky', note: 'Why' }])
  expect((await verdicts.resetRules()).domains).toHaveLength(1)
})

it('takes a bought list from the dialog to the history of an address', async () => {
  await writeFile(
    path,
    'email,status,checked_at\nann@x.example,invalid,2026-01-02\nbob@x.example,valid,2026-01-02\n',
  )
  const { verdicts, listFiles } = core.bridge
  const { file } = await listFiles.choose()
  const fileId = file?.fileId ?? ''
  const proposal = await verdicts.propose({ fileId, result: null })
  expect(proposal).toMatchObject({
    email: 0,
    result: 1,
    checked: { index: 2, format: 'YYYY-MM-DD' },
    vendor: null,
  })
  const mapping = {
    email: 0,
    result: 1,
    reason: null,
    checked: { kind: 'column' as const, index: 2, format: 'YYYY-MM-DD' },
    vendor: 'A friend',
    classes: proposal.results.flatMap(({ text, class: name }) => (name ? [{ text, class: name }] : [])),
  }
  const told: BoughtProgress[] = []
  for await (const progress of await verdicts.addBought({ fileId, mapping })) told.push(progress)
  expect(told.at(-1)).toEqual({ rows: 2, total: 2, added: 2, older: 0, leftOut: 0, flipped: 0, ended: true })
  expect((await verdicts.history({ email: 'Ann@x.example' })).verdicts).toMatchObject([
    {
      class: 'undeliverable',
      source: 'bought',
      vendor: 'A friend',
      at: Date.UTC(2026, 0, 2),
      was: null,
      override: null,
    },
  ])
  await listFiles.letGo({ fileId })
  await expect(verdicts.propose({ fileId, result: null })).rejects.toMatchObject({
    data: { code: 'not_found' },
  })
})

it('refuses a token that nothing was given for', async () => {
  await expect(core.bridge.listFiles.open({ kind: 'file', token: 'x' })).rejects.toMatchObject({
    data: { code: 'file_unreadable', title: 'The file was not opened' },
  })
})

it('checks one address now by the rules of the profile, and counts it in the list’s health', async () => {
  const { verdicts } = core.bridge
  await verdicts.setRule({ sign: 'syntax', class: 'risky' })
  const { verdicts: history } = await verdicts.checkNow({ email: 'no address' })
  expect(history).toMatchObject([{ class: 'risky', source: 'local', was: null, answer: null }])
  expect(await verdicts.health()).toMatchObject({ contacts: 0, notChecked: 0, next: [] })
})

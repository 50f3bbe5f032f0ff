import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { openSettingsFile } from '../../../src-main/features/profiles/settings-file'
import { createFakeClock } from '../../fixtures/fake-clock'

const log = { info: () => undefined, warn: () => undefined, error: () => undefined }
let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'postroom-settings-'))
})
afterEach(async () => {
  await rm(folder, { recursive: true })
})

const open = () => openSettingsFile(folder, createFakeClock(), log)
const dismiss = (name: string) => (value: Awaited<ReturnType<typeof open>>['value']) => ({
  ...value,
  settings: { ...value.settings, dismissed: [...value.settings.dismissed, name] },
})

it('starts with defaults and writes nothing until something changes', async () => {
  const file = await open()
  expect(file.value).toMatchObject({ currentId: null, profiles: [], settings: { dismissed: [] } })
  expect(await readdir(folder)).toEqual([])
})

it('applies changes in the order in which they were asked for', async () => {
  const file = await open()
  await Promise.all(['a', 'b', 'c'].map((name) => file.update(dismiss(name))))
  expect((await open()).value.settings.dismissed).toEqual(['a', 'b', 'c'])
})

it('leaves no half-written file behind', async () => {
  const file = await open()
  await file.update(dismiss('a'))
  expect(await readdir(folder)).toEqual(['settings.json'])
})

it('refuses a change that makes no sense, and goes on', async () => {
  const file = await open()
  await expect(file.update((value) => ({ ...value, profiles: [{ id: '../x' } as never] }))).rejects.toThrow()
  await file.update(dismiss('a'))
  expect(JSON.parse(await readFile(join(folder, 'settings.json'), 'utf8')).settings.dismissed).toEqual(['a'])
})

it('says where it cannot write, and keeps what it had', async () => {
  const file = await open()
  await rm(folder, { recursive: true })
  await expect(file.update(dismiss('a'))).rejects.toMatchObject({ problem: { code: 'file_unwritable' } })
  expect(file.value.settings.dismissed).toEqual([])
  await mkdir(folder)
})

it('holds sendings for 30 seconds where the file is of a version that knew nothing of it', async () => {
  const file = await open()
  const { appearance, dismissed, columns } = (await file.update(dismiss('a'))).settings
  const settings = { appearance, dismissed, columns }
  await writeFile(join(folder, 'settings.json'), JSON.stringify({ ...file.value, settings }))
  expect((await open()).value.settings).toMatchObject({ dismissed: ['a'], holdSeconds: 30 })
})

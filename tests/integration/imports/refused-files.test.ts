import { readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, expect, it } from 'vitest'
import { atRest, openFixture, type ImportFixture } from './fixture'

let fixture: ImportFixture
afterEach(() => fixture.close())

const workbook = Buffer.from('504b0304140006000800000021', 'hex')

/** Names of the files that imports keep, of whatever profile. */
async function kept(): Promise<string[]> {
  const all = await readdir(fixture.core.dataFolder, { recursive: true })
  return all.filter((name) => /imports\/\d/.test(name))
}

it('a file that was refused says why, is listed nowhere, and leaves nothing behind', async () => {
  fixture = await openFixture()
  const { bridge } = fixture.core
  const path = join(fixture.folder, 'sent')
  await writeFile(path, workbook)
  const { id } = await fixture.openUpload(path, 'people.xlsx')
  expect((await atRest(bridge, id)).problem?.code).toBe('file_unreadable')
  expect(await bridge.imports.page({ slice: { offset: 0, limit: 9 } })).toEqual({ imports: [], count: 0 })
  expect((await kept()).filter((name) => name.endsWith('.upload'))).toEqual([])

  await fixture.restart()
  await expect(fixture.core.bridge.imports.get({ id })).rejects.toMatchObject({
    data: { title: 'This import is gone' },
  })
  expect(await kept()).toEqual([])
})

it('what was pasted stays, though it cannot be read: nobody has it elsewhere', async () => {
  fixture = await openFixture()
  const { bridge } = fixture.core
  const { id } = await bridge.imports.open({
    kind: 'text',
    text: '%PDF-1.7\n1 0 obj\n<< /Type /Catalog >>\nendobj\n',
  })
  await atRest(bridge, id)
  expect((await bridge.imports.page({ slice: { offset: 0, limit: 9 } })).count).toBe(1)
})

it('a file without rows stays in the list, with what is missing', async () => {
  fixture = await openFixture()
  const { bridge } = fixture.core
  const { id } = await fixture.open('header.csv', 'email,plan\n')
  expect((await atRest(bridge, id)).problem?.title).toBe('There are no rows in this file')
  expect((await bridge.imports.page({ slice: { offset: 0, limit: 9 } })).count).toBe(1)
})

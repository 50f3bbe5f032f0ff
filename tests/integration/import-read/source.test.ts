import { execFileSync } from 'node:child_process'
import { appendFile, mkdtemp, rm, truncate, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import iconv from 'iconv-lite'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Source } from '../../../src-main/features/imports/read/api'
import { detectReading } from '../../../src-main/features/imports/read/detect'
import { openFile, openText } from '../../../src-main/features/imports/read/source'

let folder = ''
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'postroom-source-'))
})
afterEach(() => rm(folder, { recursive: true }))

async function written(content: string | Uint8Array): Promise<string> {
  const file = path.join(folder, 'list.csv')
  await writeFile(file, content)
  return file
}

async function allOf(source: Source): Promise<Buffer> {
  const pieces: Buffer[] = []
  for await (const piece of source.bytes()) pieces.push(Buffer.from(piece))
  return Buffer.concat(pieces)
}

const refused = (why: string | RegExp) =>
  expect.objectContaining({
    problem: expect.objectContaining({ code: 'file_unreadable', why: expect.stringMatching(why) }),
  })

it('gives all bytes of a file, as often as asked', async () => {
  const content = Buffer.from(Array.from({ length: 300_000 }, (_, at) => at % 251))
  const source = await openFile(await written(content))
  expect(source.size).toBe(content.length)
  for (let time = 0; time < 2; time += 1) expect((await allOf(source)).equals(content)).toBe(true)
  await source.close()
})

it('gives the bytes of a pasted text as UTF-8', async () => {
  const source = openText('email\nzoë@x.example\n'.repeat(10_000))
  expect((await allOf(source)).toString('utf8')).toBe('email\nzoë@x.example\n'.repeat(10_000))
  expect((await source.sample()).length).toBeLessThanOrEqual(256 * 1024)
})

it('gives an empty file as no bytes', async () => {
  const source = await openFile(await written(''))
  expect(await source.sample()).toHaveLength(0)
  expect(await allOf(source)).toHaveLength(0)
  await source.close()
})

it('lets go of the file when reading ends in between', async () => {
  const source = await openFile(await written('a'.repeat(500_000)))
  for await (const piece of source.bytes()) {
    expect(piece.length).toBeGreaterThan(0)
    break
  }
  await source.close()
})

it('looks further into a file that begins in plain ASCII', async () => {
  const rows = 'ann@x.example,Ann\n'.repeat(40_000)
  const bytes = iconv.encode(`${rows}${'jo@x.example,Jürgen Größe\n'.repeat(20_000)}`, 'windows-1252')
  const source = await openFile(await written(bytes))
  expect(detectReading(await source.sample(), 'list.csv').reading.encoding).toBe('windows-1252')
  await source.close()
})

describe('refuses', () => {
  it('a folder', async () => {
    await expect(openFile(folder)).rejects.toThrow(refused('This is a folder, not a file.'))
  })

  it('a file that is not there', async () => {
    await expect(openFile(path.join(folder, 'gone.csv'))).rejects.toThrow(refused(/It is not there/))
  })

  it.runIf(process.platform !== 'win32')('a pipe, without waiting for a writer', async () => {
    const pipe = path.join(folder, 'pipe')
    execFileSync('mkfifo', [pipe])
    await expect(openFile(pipe)).rejects.toThrow(refused('This is a device or a pipe, not a file.'))
  })

  it('a file that grows while it is read', async () => {
    const file = await written('a,b\n'.repeat(100_000))
    const source = await openFile(file)
    await appendFile(file, 'c,d\n')
    await expect(allOf(source)).rejects.toThrow(refused(/Another program wrote to it/))
    await source.close()
  })

  it('a file that shrinks while it is read', async () => {
    const file = await written('a,b\n'.repeat(100_000))
    const source = await openFile(file)
    const reading = (async () => {
      for await (const piece of source.bytes()) if (piece.length > 0) await truncate(file, 10)
    })()
    await expect(reading).rejects.toThrow(refused(/Another program wrote to it/))
    await source.close()
  })

  it('a file that is written anew at the same length', async () => {
    const file = await written('a,b\n')
    const source = await openFile(file)
    await writeFile(file, 'c,d\n')
    await utimes(file, new Date(), new Date(Date.now() + 5000))
    await expect(allOf(source)).rejects.toThrow(refused(/Another program wrote to it/))
    await source.close()
  })
})

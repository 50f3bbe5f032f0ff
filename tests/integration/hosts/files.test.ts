import { once } from 'node:events'
import { mkdtemp, readFile, readdir, rm, stat, symlink, writeFile, mkdir } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { exportTo } from '../../../src-main/hosts/desktop/export-file'
import { openLogFile } from '../../../src-main/hosts/log-file'
import { listAssets } from '../../../src-main/hosts/desktop/window/assets'
import { readState, writeState } from '../../../src-main/hosts/desktop/window/state'

let folder: string
beforeEach(async () => (folder = await mkdtemp(path.join(os.tmpdir(), 'postroom-files-'))))
afterEach(() => rm(folder, { recursive: true, force: true }))

describe('the log file', () => {
  it('is its owner’s alone and goes on where it was', async () => {
    for (const line of ['one\n', 'two\n']) {
      const log = await openLogFile(folder, 'a.log')
      log.end(line)
      await once(log, 'close')
    }
    expect(await readFile(path.join(folder, 'a.log'), 'utf8')).toBe('one\ntwo\n')
    expect((await stat(path.join(folder, 'a.log'))).mode & 0o777).toBe(0o600)
  })

  it('is set aside when it has grown long', async () => {
    await writeFile(path.join(folder, 'a.log'), Buffer.alloc(5 * 1024 * 1024 + 1))
    const log = await openLogFile(folder, 'a.log')
    log.end('new\n')
    await once(log, 'close')
    expect(await readFile(path.join(folder, 'a.log'), 'utf8')).toBe('new\n')
    expect((await readdir(folder)).sort()).toEqual(['a.log', 'a.log.old'])
  })
})

describe('an export to a chosen place', () => {
  it('takes its name when it is complete', async () => {
    const chosen = path.join(folder, 'contacts.csv')
    await writeFile(chosen, 'older')
    const target = exportTo(chosen)
    await writeFile(target.path, 'newer')
    expect(await readFile(chosen, 'utf8')).toBe('older')
    expect(await target.finish()).toEqual({ path: chosen })
    expect(await readFile(chosen, 'utf8')).toBe('newer')
    expect(await readdir(folder)).toEqual(['contacts.csv'])
  })

  it('leaves nothing when it is discarded', async () => {
    const target = exportTo(path.join(folder, 'contacts.csv'))
    await writeFile(target.path, 'half')
    await target.discard()
    expect(await readdir(folder)).toEqual([])
  })
})

describe('the state of the window', () => {
  const state = { bounds: { x: 1, y: 2, width: 1200, height: 800 }, maximised: true }

  it('is read as it was written', () => {
    writeState(path.join(folder, 'window.json'), state)
    expect(readState(path.join(folder, 'window.json'))).toEqual(state)
  })

  it.each(['', '{', '{"bounds":{"x":"1"}}', 'null'])('is none where the file says %j', async (text) => {
    await writeFile(path.join(folder, 'window.json'), text)
    expect(readState(path.join(folder, 'window.json'))).toBeNull()
  })

  it('that cannot be written stops nothing', () => {
    expect(() => writeState(path.join(folder, 'nowhere', 'window.json'), state)).not.toThrow()
  })
})

describe('the page’s files', () => {
  it('are those of the folder, links left out', async () => {
    await mkdir(path.join(folder, 'page', 'assets'), { recursive: true })
    await writeFile(path.join(folder, 'page', 'index.html'), 'x')
    await writeFile(path.join(folder, 'page', 'assets', 'a.woff2'), 'x')
    await writeFile(path.join(folder, 'outside'), 'x')
    await symlink(path.join(folder, 'outside'), path.join(folder, 'page', 'link.html'))
    const assets = await listAssets(path.join(folder, 'page'))
    expect(assets('/')).toMatchObject({ type: 'text/html; charset=utf-8' })
    expect(assets('/assets/a.woff2')).toMatchObject({ type: 'font/woff2' })
    expect(assets('/link.html')).toEqual({ status: 404 })
    expect(assets('/assets')).toEqual({ status: 404 })
    expect(assets('/..%2f..%2fetc/passwd')).toEqual({ status: 400 })
    expect(assets('/assets/../../outside')).toEqual({ status: 400 })
  })
})

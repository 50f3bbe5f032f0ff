import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, stat } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { node, program } from '../../fixtures/built'
import { defaultDataFolder, lockFolder, prepareDataFolder } from '../../../src-main/data-folder'

let folder: string
beforeEach(async () => (folder = await mkdtemp(path.join(os.tmpdir(), 'postroom-folder-'))))
afterEach(() => rm(folder, { recursive: true, force: true }))

describe('the data folder', () => {
  it('lies where the system keeps such things', () => {
    expect(defaultDataFolder('linux', {}, '/home/a')).toBe('/home/a/.config/Postroom')
    expect(defaultDataFolder('linux', { XDG_CONFIG_HOME: '/x' }, '/home/a')).toBe('/x/Postroom')
    expect(defaultDataFolder('darwin', {}, '/Users/a')).toBe('/Users/a/Library/Application Support/Postroom')
  })

  it('is its owner’s alone, also where it was open to others before', async () => {
    const made = await prepareDataFolder(path.join(folder, 'a', 'b'))
    expect((await stat(made)).mode & 0o777).toBe(0o700)
    expect((await stat(await prepareDataFolder(made))).mode & 0o777).toBe(0o700)
  })

  it('is held by one program at a time', async () => {
    const lock = await lockFolder(folder)
    expect(lock).not.toBeNull()
    expect(await lockFolder(folder)).toBeNull()
    await lock?.release()
    const next = await lockFolder(folder)
    expect(next).not.toBeNull()
    await next?.release()
  })

  it('can be held though its path is too long for a socket', async () => {
    const deep = await prepareDataFolder(path.join(folder, 'x'.repeat(120)))
    const lock = await lockFolder(deep)
    expect(await lockFolder(deep)).toBeNull()
    await lock?.release()
  })

  it('is free again after the program that held it was killed', async () => {
    const child = spawn(node, [program('lock-process'), folder], { stdio: ['ignore', 'pipe', 'inherit'] })
    await once(child.stdout, 'data')
    expect(await lockFolder(folder)).toBeNull()
    child.kill('SIGKILL')
    await once(child, 'exit')
    const lock = await lockFolder(folder)
    expect(lock).not.toBeNull()
    await lock?.release()
  })
})

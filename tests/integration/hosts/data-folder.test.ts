import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdir, mkdtemp, readdir, rm, stat, symlink, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { built, node, program } from '../../fixtures/built'
import { claimDataFolder, defaultDataFolder, lockFolder } from '../../../src-main/hosts/data-folder'
import { emptySettings } from '../../../src-main/features/profiles/stored'

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
    const made = claimDataFolder(path.join(folder, 'a', 'b'))
    expect((await stat(made)).mode & 0o777).toBe(0o700)
    await chmod(made, 0o755)
    expect((await stat(claimDataFolder(made))).mode & 0o777).toBe(0o700)
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
    const deep = claimDataFolder(path.join(folder, 'x'.repeat(120)))
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

describe('a folder of others (C42)', () => {
  /** What lies in a folder, with modes, the folder's own first. */
  async function held(of: string): Promise<string[]> {
    const names = (await readdir(of, { recursive: true })).sort()
    const modes = await Promise.all(
      [of, ...names.map((name) => path.join(of, name))].map((each) => stat(each)),
    )
    return ['', ...names].map((name, at) => `${name} ${((modes[at]?.mode ?? 0) & 0o777).toString(8)}`)
  }

  beforeEach(async () => {
    await chmod(folder, 0o755)
    for (const name of ['exports', 'uploads', 'profiles']) {
      await mkdir(path.join(folder, name))
      await writeFile(path.join(folder, name, 'theirs.csv'), 'email\n')
    }
  })

  it('is refused in words, with nothing in it touched', async () => {
    const before = await held(folder)
    expect(() => claimDataFolder(folder)).toThrow(
      'holds files that are not Postroom’s. Nothing was changed there.',
    )
    expect(await held(folder)).toEqual(before)
  })

  it('is refused behind a link, and with settings that are not ours', async () => {
    await writeFile(path.join(folder, 'settings.json'), '{"version":1,"theme":"dark"}')
    await symlink(folder, `${folder}-link`)
    try {
      const before = await held(folder)
      expect(() => claimDataFolder(`${folder}-link`)).toThrow('not Postroom’s')
      expect(await held(folder)).toEqual(before)
    } finally {
      await rm(`${folder}-link`)
    }
  })

  it.each([
    ['the folder of temporary files', os.tmpdir()],
    ['a home', os.homedir()],
    ['the root', '/'],
  ])('is %s', (_, shared) => {
    expect(() => claimDataFolder(shared)).toThrow('is for more than Postroom')
  })

  it('is refused with a file of theirs that has the name of our marker', async () => {
    await writeFile(path.join(folder, 'postroom-data.txt'), 'postroom;2024-01-01\n')
    const before = await held(folder)
    expect(() => claimDataFolder(folder)).toThrow('holds files that are not Postroom’s')
    expect(await held(folder)).toEqual(before)
  })

  it.each([
    ['nothing', 'gone'],
    ['itself', 'link'],
  ])('is refused in words where it is a link to %s', async (_, target) => {
    const link = path.join(folder, 'link')
    await symlink(path.join(folder, target), link)
    expect(() => claimDataFolder(link)).toThrow(`${link} is a link that leads nowhere. Nothing was changed`)
  })

  it('is a file', async () => {
    const file = path.join(folder, 'exports', 'theirs.csv')
    expect(() => claimDataFolder(file)).toThrow('is a file, not a folder')
  })

  it('is refused by a host that starts, which leaves it as it is', async () => {
    const before = await held(folder)
    const child = spawn(node, [built('main', 'serve.js'), '--data', folder], {
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    const said = await child.stderr.setEncoding('utf8').toArray()
    expect(said.join('')).toContain('holds files that are not Postroom’s')
    expect(await held(folder)).toEqual(before)
  })
})

describe('a folder of ours', () => {
  it('is one that is empty, and from then on one with our marker, whatever else lies in it', async () => {
    claimDataFolder(folder)
    await mkdir(path.join(folder, 'exports'))
    expect(claimDataFolder(folder)).toBe(folder)
  })

  it('is one that an earlier build marked', async () => {
    const sentence =
      'This folder belongs to Postroom. What lies in it is written, moved and removed by the app.\n'
    await writeFile(path.join(folder, 'postroom-data.txt'), sentence)
    await mkdir(path.join(folder, 'exports'))
    expect(claimDataFolder(folder)).toBe(folder)
  })

  it('is one with settings from before there was a marker', async () => {
    await writeFile(path.join(folder, 'settings.json'), JSON.stringify(emptySettings))
    await mkdir(path.join(folder, 'profiles'))
    expect(claimDataFolder(folder)).toBe(folder)
    expect(await readdir(folder)).toContain('postroom-data.txt')
  })
})

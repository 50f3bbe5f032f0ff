import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { downloadElectron, findElectron } from '../../../src-main/hosts/launch/electron-program'

let folder: string
beforeEach(async () => (folder = await mkdtemp(path.join(os.tmpdir(), 'postroom-electron-test-'))))
afterEach(() => rm(folder, { recursive: true, force: true }))

async function installer(code: string): Promise<void> {
  await writeFile(path.join(folder, 'install.js'), code)
}

const install = `const fs = require('node:fs'), path = require('node:path')
  fs.mkdirSync(path.join(__dirname, 'dist')); fs.writeFileSync(path.join(__dirname, 'dist', 'electron'), '')
  fs.writeFileSync(path.join(__dirname, 'path.txt'), 'electron')`

describe('the Electron program', () => {
  it('is the downloaded one', async () => {
    expect(await findElectron(folder, {})).toBeNull()
    await mkdir(path.join(folder, 'dist'))
    await writeFile(path.join(folder, 'path.txt'), 'electron')
    expect(await findElectron(folder, {})).toBeNull()
    await writeFile(path.join(folder, 'dist', 'electron'), '')
    expect(await findElectron(folder, {})).toBe(path.join(folder, 'dist', 'electron'))
  })

  it('is the one that ELECTRON_EXECUTABLE names, or none', async () => {
    expect(await findElectron(folder, { ELECTRON_EXECUTABLE: process.execPath })).toBe(process.execPath)
    expect(await findElectron(folder, { ELECTRON_EXECUTABLE: '/nowhere' })).toBeNull()
  })

  it('is downloaded by its own installer', async () => {
    await installer(install)
    expect(await downloadElectron(folder)).toBe(true)
    expect(await findElectron(folder, {})).not.toBeNull()
  })

  it('is given up where the installer fails', async () => {
    await installer('process.exit(1)')
    expect(await downloadElectron(folder)).toBe(false)
  })

  it('is given up where nothing arrives', async () => {
    await installer('setInterval(() => {}, 1000)')
    expect(await downloadElectron(folder, { patience: 400 })).toBe(false)
  })

  it('is waited for while something arrives, however slowly', async () => {
    await installer(`const out = require('node:fs').createWriteStream(require('node:path').join(process.env.TMPDIR, 'part'))
      let steps = 0
      setInterval(() => { out.write('x'.repeat(100)); if (++steps === 30) { ${install}; process.exit(0) } }, 100)`)
    expect(await downloadElectron(folder, { patience: 1500 })).toBe(true)
  })

  it('cannot be downloaded where there is no installer', async () => {
    expect(await downloadElectron(folder)).toBe(false)
  })
})

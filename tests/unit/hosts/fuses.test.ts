import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { fuses, setFuses, wrongFuses } from '../../../scripts/fuses.mjs'

const sentinel = 'dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX'
let folder: string
beforeEach(() => (folder = mkdtempSync(path.join(os.tmpdir(), 'postroom-fuses-'))))
afterEach(() => rmSync(folder, { recursive: true, force: true }))

/** A program with nothing in it but a fuse wire, as Electron ships it: Electron's defaults, one byte a fuse. */
function programWith(wire: string): string {
  const file = path.join(folder, 'program')
  const head = Buffer.from([1, wire.length])
  writeFileSync(file, Buffer.concat([Buffer.from(`before${sentinel}`), head, Buffer.from(`${wire}after`)]))
  return file
}

/** As Electron 45 ships it. */
const shipped = '101100011'

describe('the fuses', () => {
  it('are named, all nine, as docs/security.md asks for (C8)', () => {
    expect(fuses).toEqual({
      RunAsNode: false,
      EnableCookieEncryption: true,
      EnableNodeOptionsEnvironmentVariable: false,
      EnableNodeCliInspectArguments: false,
      EnableEmbeddedAsarIntegrityValidation: true,
      OnlyLoadAppFromAsar: true,
      LoadBrowserProcessSpecificV8Snapshot: false,
      GrantFileProtocolExtraPrivileges: false,
      WasmTrapHandlers: true,
    })
  })

  it('are found wrong in the program as it is shipped', async () => {
    expect(await wrongFuses(programWith(shipped))).toEqual([
      'RunAsNode',
      'EnableCookieEncryption',
      'EnableNodeOptionsEnvironmentVariable',
      'EnableNodeCliInspectArguments',
      'EnableEmbeddedAsarIntegrityValidation',
      'OnlyLoadAppFromAsar',
      'GrantFileProtocolExtraPrivileges',
    ])
  })

  it('are set and read back', async () => {
    const program = programWith(shipped)
    await setFuses(program)
    expect(await wrongFuses(program)).toEqual([])
  })

  it('stop the packaging of a program with a fuse that nobody decided on', async () => {
    await expect(setFuses(programWith(`${shipped}0`))).rejects.toThrow()
  })

  it('stop the packaging of a program that lacks one', async () => {
    await expect(setFuses(programWith('1011000'))).rejects.toThrow()
  })

  it('are set as far as an older Electron knows them, where it may lack some', async () => {
    const program = programWith('1011000')
    await setFuses(program, { mayLack: true })
    expect(await wrongFuses(program, { mayLack: true })).toEqual([])
    expect(await wrongFuses(program)).toEqual(['GrantFileProtocolExtraPrivileges', 'WasmTrapHandlers'])
  })
})

import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openDataFolder } from '../../../src-service/data-folder'
import { keptKeys } from '../../../src-service/keys'
import { moveFolder } from '../../../src-service/move'

let folder: string
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'postroom-folder-'))))
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const inFolder = (name: string): string => join(folder, name)

describe('a data folder', () => {
  it('holds nothing that a second start would take for data where its first could not write the keys', async () => {
    mkdirSync(inFolder('service.keys.writing'))
    await expect(openDataFolder(folder, { contacts: 3 })).rejects.toThrow('EISDIR')
    expect(readdirSync(folder)).toEqual(['service.keys.writing'])
    rmSync(inFolder('service.keys.writing'), { recursive: true })
    const db = await openDataFolder(folder, { contacts: 3 })
    expect(db.prepare('SELECT count(*) FROM contact').pluck().get()).toBe(3)
    db.close()
  })

  it('whose keys cannot be read is refused, and not taken for one that has none', async () => {
    ;(await openDataFolder(folder, { contacts: 0 })).close()
    rmSync(inFolder('service.keys'))
    expect(keptKeys(folder)).toEqual({})
    mkdirSync(inFolder('service.keys'))
    expect(() => keptKeys(folder)).toThrow('EISDIR')
  })

  it('of a version too old to be brought up to date is not moved, and says what helps', async () => {
    ;(await openDataFolder(folder, { contacts: 0 })).close()
    const db = new Database(inFolder('service.db'))
    db.pragma('user_version = 1')
    db.close()
    const database = { url: 'postgres://localhost/nowhere', project: 'moved', connections: 2 }
    await expect(moveFolder(folder, database)).rejects.toThrow('start the service on it once')
    expect(readdirSync(folder)).toContain('service.db')
  })
})

import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import Database from 'better-sqlite3'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openDataFolder } from '../../../src-service/data-folder'
import { sqliteDatabase } from '../../../src-service/store/sqlite-database'
import { keepKeys, keptKeys, newKeys, settleKeys } from '../../../src-service/keys'
import { spawnService } from '../../fixtures/service'
import { openInProcess } from './open'

let folder: string
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'postroom-keys-'))))
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const databaseFiles = () => readdirSync(folder).filter((name) => name.startsWith('service.db'))

/** Which of some texts stand in a file of the database. */
function foundIn(texts: readonly string[]): string[] {
  const held = databaseFiles().map((name) => readFileSync(join(folder, name), 'latin1'))
  return texts.filter((text) => held.some((file) => file.includes(text)))
}

describe('the keys', () => {
  it('stand in no file of the database, and in one that its owner alone may read', async () => {
    const service = await openInProcess({ data: folder })
    const keys = Object.values(keptKeys(folder))
    expect(keys).toHaveLength(3)
    expect((await service.ask('GET', '/contacts')).status).toBe(200)
    expect(foundIn(keys)).toEqual([])
    await service.stop()
    expect(foundIn(keys)).toEqual([])
  })

  it('open the service after their file is gone', async () => {
    const keys = newKeys()
    const db = await openDataFolder(folder, { contacts: 0 })
    await settleKeys(folder, sqliteDatabase(db), keys)
    db.close()
    expect(readdirSync(folder)).not.toContain('service.keys')
    const service = await openInProcess({ data: folder })
    expect((await service.ask('GET', '/contacts', { key: keys.secretKey })).status).toBe(200)
    const track = { key: keys.publicKey, body: { email: 'a@example.com', event: 'seen' } }
    expect((await service.ask('POST', '/v1/track', track)).status).toBe(200)
    expect((await service.askRecords('GET', '/v1/nothing', { key: keys.recordsToken })).status).toBe(404)
    await service.stop()
  })

  it('that are given take the place of those before, and the others stay', async () => {
    const db = await openDataFolder(folder, { contacts: 0 })
    const before = keptKeys(folder)
    const { secretKey } = newKeys()
    const own = await settleKeys(folder, sqliteDatabase(db), { secretKey })
    expect(own).toEqual({ publicKey: before.publicKey, recordsToken: before.recordsToken })
    expect(keptKeys(folder)).toEqual(own)
    db.close()
  })

  it('whose file is of another folder, or no longer reads, are not told', async () => {
    const db = await openDataFolder(folder, { contacts: 0 })
    keepKeys(folder, newKeys())
    expect(await settleKeys(folder, sqliteDatabase(db), {})).toEqual({})
    writeFileSync(join(folder, 'service.keys'), '{"secretKey":')
    expect(await settleKeys(folder, sqliteDatabase(db), {})).toEqual({})
    db.close()
  })
})

/** Makes a folder as the version before made it: with the keys in its database, as they are. */
async function asBefore(): Promise<ReturnType<typeof newKeys>> {
  const db = await openDataFolder(folder, { contacts: 5 })
  const keys = newKeys()
  db.exec(`ALTER TABLE project RENAME COLUMN secret_hash TO secret_key;
    ALTER TABLE project RENAME COLUMN public_hash TO public_key;
    ALTER TABLE record_account RENAME COLUMN token_hash TO token;`)
  db.prepare('UPDATE project SET secret_key = ?, public_key = ?').run(keys.secretKey, keys.publicKey)
  db.prepare('UPDATE record_account SET token = ?').run(keys.recordsToken)
  db.pragma('user_version = 3')
  db.close()
  rmSync(join(folder, 'service.keys'))
  return keys
}

describe('a folder whose database holds its keys', () => {
  it('is brought up to date: they open it as before, and stand in its database no more', async () => {
    const keys = await asBefore()
    expect(foundIn(Object.values(keys))).toEqual(Object.values(keys))
    const service = await openInProcess({ data: folder })
    expect(keptKeys(folder)).toEqual(keys)
    expect(service.secretKey).toBe(keys.secretKey)
    expect((await service.ask('GET', '/contacts')).body).toMatchObject({ total: 5 })
    expect(foundIn(Object.values(keys))).toEqual([])
    await service.stop()
    expect(foundIn(Object.values(keys))).toEqual([])
  })

  it('is as it was where that is cut short, and the next start goes on', async () => {
    const keys = await asBefore()
    const db = new Database(join(folder, 'service.db'))
    db.exec('CREATE TRIGGER cut BEFORE UPDATE ON record_account BEGIN SELECT RAISE(ABORT, "cut"); END')
    db.close()
    await expect(openDataFolder(folder, { contacts: 0 })).rejects.toThrow('cut')
    const still = new Database(join(folder, 'service.db'))
    expect(still.pragma('user_version', { simple: true })).toBe(3)
    expect(still.prepare('SELECT secret_key FROM project').pluck().get()).toBe(keys.secretKey)
    still.exec('DROP TRIGGER cut')
    still.close()
    const again = await openDataFolder(folder, { contacts: 0 })
    again.close()
    expect(keptKeys(folder)).toEqual(keys)
  })
})

describe('as a process', () => {
  it('takes its keys from files, and tells them neither in its line nor in its command line', async () => {
    const keys = newKeys()
    const given = { secretKey: 'secret-key', publicKey: 'public-key', recordsToken: 'records-token' } as const
    const args = Object.entries(given).flatMap(([name, option]) => {
      const path = join(folder, option)
      writeFileSync(path, `${keys[name as keyof typeof given]}\n`)
      return [`--${option}-file`, path]
    })
    const child = spawnService(['--port', '0', '--contacts', '0', '--data', join(folder, 'data'), ...args])
    let err = ''
    child.stderr?.on('data', (chunk) => (err += chunk))
    if (!child.stdout) throw new Error('It has no output.')
    const [line] = await once(createInterface({ input: child.stdout }), 'line')
    const said = JSON.parse(line) as { url: string; records: { url: string; companyId: string } }
    expect(said).toMatchObject({ secretKey: null, publicKey: null, records: { token: null } })
    const status = async (key: string, url: string) =>
      (
        await fetch(url, {
          headers: { Authorization: `Bearer ${key}`, 'x-service-company-id': said.records.companyId },
        })
      ).status
    expect(await status(keys.secretKey, `${said.url}/contacts`)).toBe(200)
    expect(await status(keys.recordsToken, `${said.records.url}/v1/nothing`)).toBe(404)
    const command = process.platform === 'linux' ? readFileSync(`/proc/${child.pid}/cmdline`, 'latin1') : ''
    child.kill('SIGTERM')
    await once(child, 'close')
    for (const key of Object.values(keys))
      for (const text of [line, err, command]) expect(text).not.toContain(key)
    expect(readdirSync(join(folder, 'data'))).not.toContain('service.keys')
  })
})

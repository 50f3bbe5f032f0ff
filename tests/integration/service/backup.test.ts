import { once } from 'node:events'
import {
  copyFileSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { backUp, restore } from '../../../src-service/backup'
import { openDataFolder } from '../../../src-service/data-folder'
import { keptKeys } from '../../../src-service/keys'
import { type RunningService, spawnService, startService } from '../../fixtures/service'
import { openInProcess } from './open'

let folder: string
let running: RunningService | undefined
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'postroom-backup-'))))
afterEach(async () => {
  await running?.stop()
  running = undefined
  rmSync(folder, { recursive: true, force: true })
})

const at = (name: string): string => join(folder, name)

describe('a backup', () => {
  it('of a service at work, restored, is what it was at that instant, opened by the same keys', async () => {
    const service = await openInProcess({ data: at('first'), contacts: 20 })
    const add = (email: string) => service.ask('POST', '/contacts', { body: { email } })
    await add('before@example.com')
    const facts = backUp(at('first'), at('copy.db'))
    await add('after@example.com')
    expect(facts).toMatchObject({ contacts: 21, events: expect.any(Number), messages: 0 })
    expect(restore(at('copy.db'), at('second'))).toEqual(facts)
    const again = await openInProcess({ data: at('second') })
    const found = async (search: string) => {
      const { body } = await again.ask('GET', `/contacts?search=${search}`, { key: service.secretKey })
      return (body as { contacts: unknown[] }).contacts.length
    }
    expect(await found('before@')).toBe(1)
    expect(await found('after@')).toBe(0)
    expect(again.db.pragma('integrity_check', { simple: true })).toBe('ok')
    await again.stop()
    await service.stop()
  })

  it('is for its owner alone, holds no key, and leaves nothing else', async () => {
    ;(await openDataFolder(at('first'), { contacts: 0 })).close()
    backUp(at('first'), at('copy.db'))
    expect(readdirSync(folder).sort()).toEqual(['copy.db', 'first'])
    expect(statSync(at('copy.db')).mode & 0o777).toBe(0o600)
    const held = readFileSync(at('copy.db'), 'latin1')
    for (const key of Object.values(keptKeys(at('first')))) expect(held).not.toContain(key)
  })

  it('takes no name that is taken, and needs a database', async () => {
    ;(await openDataFolder(at('first'), { contacts: 0 })).close()
    writeFileSync(at('copy.db'), 'mine')
    expect(() => backUp(at('first'), at('copy.db'))).toThrow('copy.db is there already. Move it away.')
    expect(readFileSync(at('copy.db'), 'utf8')).toBe('mine')
    expect(() => backUp(at('nowhere'), at('other.db'))).toThrow('nothing to back up')
    expect(() => backUp(at('first'), at('no/such/folder.db'))).toThrow('cannot be written (ENOENT)')
  })
})

/** Changes a backup by hand. */
function change(path: string, sql: string): void {
  const db = new Database(path)
  db.unsafeMode().exec(sql)
  db.close()
}

// The index takes the new row for none of its own: its condition is another one meanwhile.
const forgetsAnEntry = `PRAGMA writable_schema = ON;
  CREATE TABLE note (text TEXT);
  CREATE INDEX note_text ON note (text) WHERE text <> '';
  UPDATE sqlite_schema SET sql = 'CREATE INDEX note_text ON note (text) WHERE text = 1' WHERE name = 'note_text';
  PRAGMA writable_schema = RESET;
  INSERT INTO note VALUES ('kept');
  PRAGMA writable_schema = ON;
  UPDATE sqlite_schema SET sql = 'CREATE INDEX note_text ON note (text)' WHERE name = 'note_text';`

describe('restoring', () => {
  it.each([
    ['is of an older version', (path: string) => change(path, 'PRAGMA user_version = 1')],
    ['is of a newer version', (path: string) => change(path, 'PRAGMA user_version = 999999')],
    ['misses what an index has', (path: string) => change(path, forgetsAnEntry)],
    ['was cut short', (path: string) => truncateSync(path, 40_000)],
    ['has a page that is none', (path: string) => writeFileSync(path, Buffer.alloc(8192, 7), { flag: 'r+' })],
    ['is something else', (path: string) => writeFileSync(path, 'a letter')],
  ])('refuses a file that %s, and leaves nothing behind', async (_what, spoil) => {
    ;(await openDataFolder(at('first'), { contacts: 0 })).close()
    backUp(at('first'), at('copy.db'))
    spoil(at('copy.db'))
    expect(() => restore(at('copy.db'), at('second'))).toThrow(/damaged|not a database/)
    expect(readdirSync(at('second'))).toEqual(['service.lock'])
  })

  it('never takes the place of a database', async () => {
    ;(await openDataFolder(at('first'), { contacts: 0 })).close()
    backUp(at('first'), at('copy.db'))
    copyFileSync(at('first/service.db'), at('before'))
    expect(() => restore(at('copy.db'), at('first'))).toThrow('service.db is there already')
    expect(readFileSync(at('first/service.db')).equals(readFileSync(at('before')))).toBe(true)
  })
})

describe('by the command line', () => {
  async function run(args: string[]): Promise<{ code: number; out: string; err: string }> {
    const child = spawnService(args)
    let out = ''
    let err = ''
    child.stdout?.on('data', (chunk) => (out += chunk))
    child.stderr?.on('data', (chunk) => (err += chunk))
    const [code] = await once(child, 'close')
    return { code, out, err }
  }

  it('a running service is backed up, restored elsewhere, and says what is in it', async () => {
    running = await startService({ data: at('first'), contacts: 7 })
    const made = await run(['backup', at('copy.db'), '--data', at('first')])
    expect(made).toMatchObject({ code: 0, err: '' })
    expect(JSON.parse(made.out)).toMatchObject({ contacts: 7 })
    const put = await run(['restore', at('copy.db'), '--data', at('second')])
    expect(put).toEqual(made)
  })

  it('what cannot be done is refused in words', async () => {
    expect(await run(['backup', '--data', at('first')])).toMatchObject({ code: 1, out: '' })
    const { code, err } = await run(['restore', at('gone.db'), '--data', at('first')])
    expect({ code, err }).toEqual({ code: 1, err: `${at('gone.db')} is not there.\n` })
  })
})

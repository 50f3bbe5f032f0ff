import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openDataFolder } from '../../../src-service/data-folder'
import { contactSchema, upsertContactRequestSchema } from '../../../src-shared/interface/contact'
import { contactColumns } from '../../../src-service/store/contact-row'
import { anchor } from './open'

const contacts = 5000
const twoYears = 730 * 86_400_000
let folder: string
let db: Database.Database

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'postroom-sample-'))
  db = await openDataFolder(join(folder, 'one'), { contacts, anchor })
})
afterAll(() => {
  db.close()
  rmSync(folder, { recursive: true, force: true })
})

const one = (sql: string): number => db.prepare<[], number>(sql).pluck().get() ?? Number.NaN
const all = (sql: string): unknown[] => db.prepare(sql).raw().all()

describe('the sample', () => {
  it('has as many contacts as were asked for, each with an address the service would take', () => {
    const emails = db.prepare<[], string>('SELECT email FROM contact').pluck().all()
    expect(emails).toHaveLength(contacts)
    expect(new Set(emails.map((email) => email.toLowerCase())).size).toBe(contacts)
    for (const email of emails) {
      expect(upsertContactRequestSchema.safeParse({ email }).success, email).toBe(true)
    }
  })

  it('is the same for the same number and anchor', async () => {
    const other = await openDataFolder(join(folder, 'other'), { contacts, anchor })
    for (const sql of [
      `SELECT ${contactColumns} FROM contact`,
      ...'event domain template segment segment_member campaign workflow workflow_step workflow_transition execution record record_user'
        .split(' ')
        .map((table) => `SELECT * FROM ${table}`),
    ]) {
      expect(other.prepare(sql).raw().all(), sql).toEqual(all(sql))
    }
    other.close()
  })

  it('moves with its anchor, and changes nothing else', async () => {
    const shift = 1000 * 3_600_000
    const moved = await openDataFolder(join(folder, 'moved'), { contacts, anchor: anchor + shift })
    const sql = (by: number) =>
      `SELECT email, subscribed, created_at - ${by}, updated_at - ${by} FROM contact`
    expect(moved.prepare(sql(shift)).raw().all()).toEqual(all(sql(0)))
    const events = (by: number) => `SELECT contact, name, email, created_at - ${by} FROM event`
    expect(moved.prepare(events(shift)).raw().all()).toEqual(all(events(0)))
    moved.close()
  })

  it('lies within the two years before its anchor', () => {
    for (const column of ['contact.created_at', 'contact.updated_at', 'event.created_at']) {
      const table = column.split('.')[0]
      expect(one(`SELECT min(${column}) FROM ${table}`)).toBeGreaterThanOrEqual(anchor - twoYears)
      expect(one(`SELECT max(${column}) FROM ${table}`)).toBeLessThan(anchor)
    }
  })

  it('is alive: somebody did something in its last day', () => {
    expect(one(`SELECT count(*) FROM event WHERE created_at > ${anchor - 86_400_000}`)).toBeGreaterThan(50)
  })

  it('numbers its rows in the order of their times', () => {
    for (const table of ['contact', 'event']) {
      const steps = `SELECT created_at - lag(created_at) OVER (ORDER BY seq) AS step FROM ${table}`
      expect(one(`SELECT min(step) FROM (${steps})`), table).toBeGreaterThanOrEqual(0)
    }
  })

  it('has unsubscribed a tenth, each with the event that says so', () => {
    const share = one('SELECT 1 - avg(subscribed) FROM contact')
    expect(share).toBeGreaterThan(0.085)
    expect(share).toBeLessThan(0.115)
    const said = `SELECT contact FROM event JOIN event_name ON number = event.name WHERE event_name.name = 'contact.unsubscribed'`
    expect(one(`SELECT count(*) FROM contact WHERE subscribed = (seq IN (${said}))`)).toBe(0)
  })

  it('has about fifteen events a contact, with a long tail', () => {
    const counts = '(SELECT count(*) AS n FROM event GROUP BY contact)'
    expect(one(`SELECT avg(n) FROM ${counts}`)).toBeGreaterThan(12)
    expect(one(`SELECT avg(n) FROM ${counts}`)).toBeLessThan(19)
    expect(one(`SELECT max(n) FROM ${counts}`)).toBeGreaterThan(200)
    expect(one(`SELECT sum(n <= 7) * 1.0 / count(*) FROM ${counts}`)).toBeGreaterThan(0.35)
  })

  it('has a head of large mail providers and a long tail of domains', () => {
    const domains = `(SELECT count(*) AS n FROM contact GROUP BY substr(email, instr(email, '@') + 1))`
    expect(one(`SELECT max(n) FROM ${domains}`)).toBeGreaterThan(contacts / 10)
    expect(one(`SELECT sum(n = 1) FROM ${domains}`)).toBeGreaterThan(contacts / 10)
  })

  it.each([
    ['name', 'text'],
    ['city', 'text'],
    ['plan', 'text'],
    ['seats', 'integer'],
    ['score', 'real'],
    ['newsletter', 'true'],
    ['newsletter', 'false'],
    ['lastInvoice', 'text'],
    ['memberSince', 'text'],
    ['vessel', 'object'],
    ['tags', 'array'],
    ['crew', 'array'],
  ])('has %s as %s in the data of some contacts, and not of all', (key, type) => {
    const found = one(`SELECT count(*) FROM contact WHERE json_type(data, '$.${key}') = '${type}'`)
    expect(found).toBeGreaterThan(contacts / 100)
    expect(found).toBeLessThan(contacts * 0.97)
  })

  it('tells one story: who has an invoice in their data was invoiced then', () => {
    const invoiced = `SELECT max(event.created_at) FROM event JOIN event_name ON number = event.name
      WHERE event_name.name = 'invoice.paid' AND event.contact = contact.seq`
    const said = `unixepoch(json_extract(data, '$.lastInvoice'), 'subsec') * 1000`
    const with_ = `json_extract(data, '$.lastInvoice') IS NOT NULL`
    expect(one(`SELECT count(*) FROM contact WHERE ${with_}`)).toBeGreaterThan(100)
    expect(one(`SELECT count(*) FROM contact WHERE ${with_} AND abs(${said} - (${invoiced})) > 1`)).toBe(0)
  })

  it('has one verified domain', () => {
    expect(all('SELECT verified FROM domain')).toEqual([[1]])
  })

  it('is what the interface calls contacts', () => {
    for (const data of db.prepare<[], string>('SELECT data FROM contact LIMIT 100').pluck().all()) {
      const contact = { id: 'x', email: 'x', subscribed: true, data: JSON.parse(data) }
      expect(contactSchema.safeParse(contact).success).toBe(true)
    }
  })
})

describe('a data folder', () => {
  it('of no contacts has nothing in it but keys', async () => {
    const empty = await openDataFolder(join(folder, 'empty'), { contacts: 0 })
    const count = (table: string) => empty.prepare(`SELECT count(*) FROM ${table}`).pluck().get()
    expect(['contact', 'event', 'domain', 'project'].map(count)).toEqual([0, 0, 0, 1])
    empty.close()
  })

  it('that was cut short at its first start is filled anew', async () => {
    const cut = join(folder, 'cut')
    const first = await openDataFolder(cut, { contacts: 10, anchor })
    first.close()
    rmSync(join(cut, 'service.db'))
    writeFileSync(join(cut, 'service.db.filling'), 'half a database')
    const whole = await openDataFolder(cut, { contacts: 10, anchor })
    expect(whole.prepare('SELECT count(*) FROM contact').pluck().get()).toBe(10)
    expect(existsSync(join(cut, 'service.db.filling'))).toBe(false)
    whole.close()
  })

  it('of a newer version is refused in words', async () => {
    const newer = join(folder, 'newer')
    const made = await openDataFolder(newer, { contacts: 0 })
    made.pragma('user_version = 999')
    made.close()
    await expect(openDataFolder(newer, { contacts: 0 })).rejects.toThrow('newer version of the service')
  })

  it('of an older version is set aside under its date, and made anew', async () => {
    const older = join(folder, 'older')
    const made = await openDataFolder(older, { contacts: 3, anchor })
    made.pragma('user_version = 2')
    made.close()
    const aside: string[] = []
    const opened = await openDataFolder(older, {
      contacts: 5,
      anchor,
      onSetAside: (path) => aside.push(path),
    })
    expect(opened.prepare('SELECT count(*) FROM contact').pluck().get()).toBe(5)
    opened.close()
    expect(aside).toEqual([expect.stringMatching(/service\.set-aside-\d{8}T\d{9}Z\.db$/)])
    const kept = new Database(aside[0], { readonly: true })
    expect(kept.prepare('SELECT count(*) FROM contact').pluck().get()).toBe(3)
    kept.close()
    const again = await openDataFolder(older, { contacts: 0, onSetAside: (path) => aside.push(path) })
    expect(again.prepare('SELECT count(*) FROM contact').pluck().get()).toBe(5)
    again.close()
    expect(aside).toHaveLength(1)
  })

  it('reports how far the filling is', async () => {
    const told: number[] = []
    const filled = await openDataFolder(join(folder, 'told'), {
      contacts: 10_000,
      anchor,
      onProgress: (done) => told.push(done),
    })
    filled.close()
    expect(told).toEqual([10_000])
  })
})

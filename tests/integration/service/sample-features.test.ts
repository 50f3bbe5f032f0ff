import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { openDataFolder } from '../../../src-service/data-folder'
import { prefixedIds as ids } from '../../../src-service/dialect/ids'
import type Database from 'better-sqlite3'
import { filterConditionSchema } from '../../../src-shared/interface/filter'
import { createServiceClock, type ServiceClock } from '../../fixtures/service-clock'
import { type OpenedInside, anchor, openInProcess } from './open'

const contacts = 3000
let folder: string
let db: Database.Database
let clock: ServiceClock
let service: OpenedInside

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'postroom-sample-rooms-'))
  // Opened as it was made, before any service ran on it.
  db = await openDataFolder(join(folder, 'still'), { contacts, anchor })
  clock = createServiceClock(anchor)
  service = await openInProcess({ contacts, anchor, clock, data: join(folder, 'running') })
})
afterAll(async () => {
  await service.stop()
  db.close()
  rmSync(folder, { recursive: true, force: true })
})

const one = (sql: string, from = db): number => from.prepare<[], number>(sql).pluck().get() ?? Number.NaN
const objects = z.array(z.looseObject({ id: z.string() }))

const workflowShape = z.looseObject({ triggerConfig: z.object({ eventName: z.string() }) })

/** All of a list that fits on one page, or goes by cursor. */
async function listed(path: string, key: string): Promise<z.infer<typeof objects>> {
  const found: z.infer<typeof objects> = []
  for (let cursor: unknown = ''; ;) {
    const { status, body } = await service.ask('GET', `${path}?limit=100${cursor ? `&cursor=${cursor}` : ''}`)
    expect(status).toBe(200)
    const page = z.looseObject({ [key]: objects }).parse(body)
    found.push(...objects.parse(page[key]))
    cursor = page['cursor']
    if (!cursor) return found
  }
}

describe('everything of the sample can be sent back to the interface', () => {
  it.each([
    ['/templates', 'templates', 9],
    ['/segments', 'segments', 6],
    ['/campaigns', 'campaigns', 39],
  ])('%s', async (path, key, count) => {
    const found = await listed(path, key)
    expect(found).toHaveLength(count)
    for (const said of found) {
      const { status, body } = await service.ask('POST', path, { body: said })
      expect(status, JSON.stringify(body)).toBe(201)
      const { id } = z.looseObject({ id: z.string() }).parse(body)
      if (path !== '/campaigns') expect((await service.ask('DELETE', `${path}/${id}`)).status).toBe(204)
    }
  })

  it('/workflows, with their steps', async () => {
    const found = await listed('/workflows', 'workflows')
    expect(found).toHaveLength(3)
    for (const { id } of found) {
      const { body } = await service.ask('GET', `/workflows/${id}`)
      const { triggerConfig, ...said } = workflowShape.parse(body)
      const again = { ...said, eventName: triggerConfig.eventName, enabled: false }
      const made = await service.ask('POST', '/workflows', { body: again })
      expect(made.status, JSON.stringify(made.body)).toBe(201)
    }
  })

  it('every condition is one', () => {
    const sql = `SELECT condition FROM segment UNION ALL SELECT audience_condition FROM campaign UNION ALL
      SELECT json_extract(config, '$.condition') FROM workflow_step`
    const conditions = db.prepare<[], string | null>(sql).pluck().all()
    const said = conditions.filter((condition) => condition !== null)
    expect(said.length).toBeGreaterThan(10)
    for (const condition of said) {
      expect(filterConditionSchema.safeParse(JSON.parse(condition)).success, condition).toBe(true)
    }
  })
})

describe('the campaigns of the sample', () => {
  // A mailing goes out within 40 minutes; what comes of it names it in its data.
  const ofCampaign = `n.name = ? AND json_extract(e.data, '$.subject') = @subject AND e.email IN (
    SELECT email FROM event JOIN event_name ON number = event.name WHERE event_name.name = 'email.sent'
      AND json_extract(data, '$.subject') = @subject
      AND created_at BETWEEN @start AND @start + 2400000)`
  const rows = () =>
    db
      .prepare<[], { subject: string; start: number; counts: string }>(
        `SELECT subject, scheduled_for AS start, json_array(sent_count, delivered_count, opened_count, clicked_count,
           bounced_count) AS counts FROM campaign WHERE status = 'SENT'`,
      )
      .all()

  it('have the counts that its events come to', () => {
    const events = ['email.sent', 'email.delivery', 'email.open', 'email.click', 'email.bounce']
    const counted = events.map((name) =>
      db
        .prepare<{ subject: string; start: number }, number>(
          `SELECT count(*) FROM event AS e JOIN event_name AS n ON n.number = e.name
           WHERE ${ofCampaign.replace('?', `'${name}'`)}`,
        )
        .pluck(),
    )
    for (const { subject, start, counts } of rows()) {
      expect(
        counted.map((count) => count.get({ subject, start })),
        subject,
      ).toEqual(JSON.parse(counts))
    }
  })

  it('reach more people as the audience grows', () => {
    const sent = rows().map(({ counts }) => Number(JSON.parse(counts)[0]))
    expect(sent).toHaveLength(36)
    expect(sent.at(-1)).toBeGreaterThan(contacts / 8)
    expect(sent.at(-1)).toBeGreaterThan(5 * (sent[3] ?? 0))
  })

  it('count who left by one of their messages', () => {
    const left = (name: string) =>
      one(
        `SELECT count(*) FROM event JOIN event_name AS n ON n.number = event.name
         WHERE n.name = '${name}' AND email IS NOT NULL`,
      )
    expect(one('SELECT sum(unsubscribed_count) FROM campaign')).toBe(left('contact.unsubscribed'))
    expect(one('SELECT sum(complained_count) FROM campaign')).toBe(left('email.complaint'))
    expect(left('email.complaint')).toBeGreaterThan(10)
  })

  it('are in every state that rests: sent, scheduled, cancelled, draft', () => {
    const states = db.prepare('SELECT status, count(*) FROM campaign GROUP BY 1 ORDER BY 1').raw().all()
    expect(states).toEqual([
      ['CANCELLED', 1],
      ['DRAFT', 1],
      ['SCHEDULED', 1],
      ['SENT', 36],
    ])
    expect(one("SELECT scheduled_for FROM campaign WHERE status = 'SCHEDULED'")).toBeGreaterThan(anchor)
    expect(one('SELECT max(sent_at) FROM campaign')).toBeLessThan(anchor)
  })
})

describe('the segments of the sample', () => {
  it('have members, of each kind', async () => {
    for (const segment of await listed('/segments', 'segments')) {
      expect(segment['memberCount'], String(segment['name'])).toBeGreaterThan(0)
      expect(segment['memberCount'], String(segment['name'])).toBeLessThan(contacts)
    }
  })

  it('of which one is kept track of says nothing of who was in it from the start', async () => {
    await clock.advance(60_000)
    expect(
      one("SELECT count(*) FROM event_name WHERE name LIKE 'segment.%'", service.db),
      'events of entering or leaving',
    ).toBe(0)
  })
})

describe('the workflows of the sample', () => {
  const executions = (from: Database.Database, where = '1') =>
    one(`SELECT count(*) FROM execution WHERE ${where}`, from)

  it('did something for whoever set them off since they were made', () => {
    for (const [name, event] of [
      ['Welcome aboard', 'signup'],
      ['End of the trial', 'trial.started'],
    ]) {
      const due = one(`SELECT count(DISTINCT contact) FROM event JOIN event_name AS n ON n.number = event.name
        WHERE n.name = '${event}' AND event.created_at > (SELECT created_at FROM workflow WHERE name = '${name}')`)
      expect(due).toBeGreaterThan(50)
      const done = `workflow = (SELECT seq FROM workflow WHERE name = '${name}')`
      expect(executions(db, done)).toBe(due)
      expect(one(`SELECT count(DISTINCT contact) FROM execution WHERE ${done}`)).toBe(due)
    }
  })

  it('name the event, the step and the times of what they did', () => {
    expect(
      executions(
        db,
        `event NOT IN (SELECT e.seq FROM event AS e JOIN event_name AS n ON n.number = e.name
           WHERE e.contact = execution.contact AND n.name = (SELECT event_name FROM workflow WHERE seq = workflow)
             AND e.created_at BETWEEN started_at - 1000 AND started_at)`,
      ),
    ).toBe(0)
    expect(
      executions(db, 'step NOT IN (SELECT seq FROM workflow_step WHERE workflow = execution.workflow)'),
    ).toBe(0)
    expect(executions(db, `(status = 'WAITING') = (completed_at IS NOT NULL)`)).toBe(0)
    expect(executions(db, `(status = 'WAITING') <> (coalesce(wake_at, 0) >= ${anchor})`)).toBe(0)
    expect(executions(db, `completed_at < started_at OR completed_at >= ${anchor}`)).toBe(0)
    expect(executions(db, "status = 'WAITING'")).toBeGreaterThan(20)
  })

  it('wrote the mail that their histories tell of', () => {
    const sent = (subject: string) =>
      one(`SELECT count(*) FROM event JOIN event_name AS n ON n.number = event.name
        WHERE n.name = 'email.sent' AND json_extract(data, '$.subject') = '${subject}'`)
    const at = (step: string) =>
      executions(db, `step = (SELECT seq FROM workflow_step WHERE name = '${step}')`)
    expect(Math.abs(sent('Welcome aboard') - executions(db, 'workflow = 1'))).toBeLessThan(2)
    expect(Math.abs(sent('Your log is still empty') - at('The first note'))).toBeLessThan(2)
    expect(Math.abs(sent('Your trial has ended') - at('Trial over'))).toBeLessThan(2)
  })

  it('do nothing about what happened before the service started, and go on with what they wait for', async () => {
    const before = executions(service.db)
    const waiting = executions(service.db, "status = 'WAITING'")
    await clock.advance(10 * 60_000)
    expect(executions(service.db)).toBe(before)
    await clock.moveTo(anchor + 3 * 86_400_000)
    expect(executions(service.db)).toBe(before)
    const left = executions(service.db, "status = 'WAITING'")
    expect(left).toBeLessThan(waiting)
    expect(left).toBeGreaterThan(0)
    expect(service.failures).toEqual([])
  })
})

describe('messages', () => {
  it('go on after those that the events of the sample are about', async () => {
    const last = one('SELECT max(email) FROM event')
    const { body } = await service.ask('POST', '/v1/send', {
      body: { to: 'new@example.com', from: 'hello@mail.harbournotes.app', subject: 'x', body: 'y' },
    })
    const shape = z.object({ data: z.object({ emails: z.array(z.object({ email: z.string() })) }) })
    const id = shape.parse(body).data.emails[0]?.email ?? ''
    expect(ids.decode('email', id)).toBeGreaterThan(last)
  })
})

describe('the records of the sample', () => {
  it('are as many as the contacts, of three types', () => {
    const types = db.prepare('SELECT type, count(*) FROM record GROUP BY 1 ORDER BY 1').raw().all()
    expect(types.map((row) => z.tuple([z.string(), z.number()]).parse(row)[0])).toEqual([
      'asset',
      'company',
      'person',
    ])
    expect(one('SELECT count(*) FROM record')).toBe(contacts)
  })

  it('have the address of a contact, another, or none', () => {
    const people = `FROM record WHERE type = 'person' AND`
    const address = `json_extract(fields, '$.email')`
    const known = one(`SELECT count(*) ${people} ${address} IN (SELECT email FROM contact)`)
    const unknown = one(`SELECT count(*) ${people} ${address} NOT IN (SELECT email FROM contact)`)
    const none = one(`SELECT count(*) ${people} ${address} IS NULL`)
    for (const share of [known, unknown, none]) expect(share).toBeGreaterThan(contacts / 40)
    expect(known).toBeGreaterThan(unknown)
    // Nobody is on two cards.
    expect(one(`SELECT count(*) - count(DISTINCT ${address}) ${people} ${address} IS NOT NULL`)).toBe(0)
  })

  it('are counted in blocks', () => {
    expect(one('SELECT sum(records) FROM record_block')).toBe(contacts)
    expect(one('SELECT sum(companies) FROM record_block')).toBe(
      one("SELECT count(*) FROM record WHERE type = 'company'"),
    )
  })

  it('are kept by people', () => {
    expect(one('SELECT count(*) FROM record_user')).toBe(14)
    const owners = `SELECT DISTINCT json_extract(fields, '$.owner') FROM record`
    expect(one(`SELECT count(*) FROM (${owners}) WHERE 1 NOT IN (SELECT 1 FROM record_user)`)).toBe(0)
  })
})

describe('the sample of very few contacts', () => {
  it.each([1, 2, 7])('is whole: %i', async (few) => {
    const small = await openDataFolder(join(folder, `few-${few}`), { contacts: few, anchor })
    expect(one('SELECT count(*) FROM record', small)).toBe(few)
    expect(
      one(
        "SELECT count(*) FROM segment_member AS m JOIN segment AS s ON s.seq = m.segment WHERE s.type = 'STATIC'",
        small,
      ),
    ).toBe(few)
    expect(one('SELECT count(*) FROM campaign', small)).toBe(39)
    small.close()
  })
})

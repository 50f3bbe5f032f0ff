import { expect, it, onTestFinished } from 'vitest'
import { createServiceClock, type ServiceClock } from '../../../fixtures/service-clock'
import { until } from '../../../fixtures/until'
import { type Answer, type OpenedInside, openInProcess } from '../../service/open'

/** The time of a service in these tests, until a test moves it. */
export const noon = Date.UTC(2026, 8, 1, 12)

/** Somebody to put in. */
export interface Person {
  email: string
  subscribed?: boolean
  data?: Record<string, unknown>
  /** ISO; the service's time unless said. */
  createdAt?: string
}

/** The embedded service in the deployed dialect, with one verified domain, `example.com`, and nobody in it. */
export interface DeployedDesk {
  service: OpenedInside
  clock: ServiceClock
  /** Asks it, with the key that the path takes: `POST /contacts`, and a body. */
  call(asks: string, body?: unknown): Promise<Answer>
  /** Moves time, a little at a turn, until this path answers with this: mail takes turns of its own to leave. */
  becomes(path: string, expected: object): Promise<void>
  /** Puts somebody in, without an event. Returns the public id. */
  add(person: Person): string
  /** Puts so many people in: person0@example.com, of plan pro each third. */
  seed(count: number, make?: (index: number) => Partial<Person>): string[]
  /** Puts an event in, which starts nothing. */
  addEvent(event: { contactId: string; name: string; createdAt: string }): void
}

/** Opens one for a test. */
export function openDesk(wishes: Parameters<typeof openInProcess>[0] = {}): DeployedDesk {
  const clock = createServiceClock(noon)
  const service = openInProcess({ ...wishes, dialect: 'deployed', clock })
  onTestFinished(() => service.stop())
  const { db } = service
  db.prepare(
    `INSERT INTO domain (domain, verified, dkim_tokens, created_at, updated_at) VALUES (?, 1, '', 0, 0)`,
  ).run('example.com')
  const insert = db
    .prepare<unknown[], number>(
      `INSERT INTO contact (email, subscribed, data, created_at, updated_at) VALUES (?, ?, ?, ?, ?) RETURNING seq`,
    )
    .pluck()
  const numbers = new Map<string, number>()

  function add({ email, subscribed = true, data = {}, createdAt }: Person): string {
    const at = createdAt === undefined ? clock.now() : Date.parse(createdAt)
    const seq = insert.get(email, subscribed ? 1 : 0, JSON.stringify(data), at, at) ?? 0
    const id = service.ids.encode('contact', seq)
    numbers.set(id, seq)
    return id
  }

  function call(asks: string, body?: unknown): Promise<Answer> {
    const [method = '', path = ''] = asks.split(' ')
    return service.ask(method, path, { body, ...(path === '/v1/track' && { key: service.publicKey }) })
  }

  return {
    service,
    clock,
    call,
    async becomes(path, expected) {
      const asked = async () => {
        await clock.advance(100)
        return (await call(`GET ${path}`)).body
      }
      const isThere = (body: unknown) => expect.objectContaining(expected).asymmetricMatch(body)
      expect(await until(asked, isThere)).toMatchObject(expected)
    },
    add,
    seed: (count, make = () => ({})) =>
      Array.from({ length: count }, (_, index) =>
        add({
          email: `person${index}@example.com`,
          data: { plan: index % 3 === 0 ? 'pro' : 'free' },
          ...make(index),
        }),
      ),
    addEvent({ contactId, name, createdAt }) {
      db.prepare('INSERT OR IGNORE INTO event_name (name) VALUES (?)').run(name)
      db.prepare(
        `INSERT INTO event (contact, name, created_at) SELECT ?, number, ? FROM event_name WHERE name = ?`,
      ).run(numbers.get(contactId), Date.parse(createdAt), name)
    },
  }
}

/** A row: what it says, what is asked, and what must come back. */
export type Row = [says: string, asks: string, body: unknown, answers: object]

/** Runs a table, a test a row, each against a service of its own that `prepare` fills. */
export function table(rows: Row[], prepare: (desk: DeployedDesk) => void = () => undefined): void {
  it.each(rows)('%s', async (_says, asks, body, answers) => {
    const desk = openDesk()
    prepare(desk)
    expect(await desk.call(asks, body)).toMatchObject(answers)
  })
}

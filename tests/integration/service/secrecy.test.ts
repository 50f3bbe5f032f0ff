import { readFile, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { afterEach, expect, it } from 'vitest'
import { type RunningService, startService } from '../../fixtures/service'

let running: RunningService | undefined
afterEach(async () => {
  await running?.stop()
  running = undefined
})

const marker = 'kumquat-7731'
const address = `${marker}@example.com`
const from = 'hello@mail.harbournotes.app'

type Call = [method: string, path: string, body?: unknown, headers?: Record<string, string>]

/** Calls of every kind, with the marker wherever something can be said. What is asked of ids comes to 404. */
const calls: Call[] = [
  ['POST', '/contacts', { email: address, data: { [marker]: marker } }],
  ['POST', '/contacts', { email: marker }],
  ['POST', '/contacts', `{"email": "${address}", `],
  ['GET', `/contacts?search=${marker}&cursor=${marker}`],
  ['PATCH', `/contacts/${marker}`, { data: { a: marker } }],
  ['DELETE', `/contacts/${marker}`],
  [
    'POST',
    '/v1/track',
    { email: address, event: marker, data: { a: marker } },
    { 'Idempotency-Key': marker },
  ],
  ['POST', '/v1/track', { email: address, event: marker }, { 'Idempotency-Key': marker }],
  ['GET', `/events?eventName=${marker}`],
  ['POST', '/v1/verify', { email: address }],
  ['POST', '/v1/verify', { email: [marker] }],
  ['POST', '/v1/send', { to: address, from, subject: marker, body: `<p>${marker}</p>`, data: { a: marker } }],
  ['POST', '/v1/send', { to: marker, from: marker }],
  ['POST', '/v1/send', { to: address, from, template: marker, headers: { [marker]: `${marker}\n` } }],
  ['POST', '/templates', { name: marker, subject: marker, body: marker, type: 'MARKETING' }],
  ['POST', '/templates', { name: marker, type: marker }],
  ['POST', '/segments', { name: marker, type: 'STATIC' }],
  ['POST', '/segments', { name: marker, condition: { logic: marker } }],
  ['POST', `/segments/${marker}/members`, { emails: [address] }],
  ['POST', '/campaigns', { name: marker, subject: marker, body: marker, from, audienceType: 'ALL' }],
  ['POST', '/campaigns', { name: marker, from: marker, audienceType: marker }],
  ['POST', `/campaigns/${marker}/test`, { email: address }],
  ['POST', '/workflows', { name: marker, eventName: marker }],
  ['POST', '/workflows', { name: marker, eventName: marker, steps: [{ id: marker, type: marker }] }],
  ['POST', '/domains', { domain: `${marker}.example` }],
  ['POST', '/domains', { domain: marker }],
  ['GET', `/${marker}?${marker}`],
  ['GET', `/outbox/${marker}`],
  ['POST', '/contacts', { email: address, data: { a: marker.repeat(100_000) } }],
]

it('never says keys, addresses or bodies: not on its outputs, not in another file', async () => {
  const service = (running = await startService({
    contacts: 20,
    smtp: `smtp://somebody:${marker}@127.0.0.1:1`,
    dns: '127.0.0.1:1',
  }))
  const { secretKey, publicKey, records } = service
  const call = async ([method, path, body, headers]: Call, key = secretKey, base = service.url) => {
    const text = typeof body === 'string' ? body : JSON.stringify(body)
    const given = { Authorization: `Bearer ${key}`, 'x-service-company-id': records.companyId, ...headers }
    const answer = await fetch(base + path, { method, body: text, headers: given })
    await answer.text()
    return answer.status
  }
  const seen = new Set<number>()
  for (const each of calls) seen.add(await call(each))
  for (const each of calls) seen.add(await call(each, marker))
  const { workspaceId } = records
  for (const operation of ['list-records', 'create-record', 'update-record', 'delete-record']) {
    for (const body of [
      { workspaceId, id: marker, fields: { email: address } },
      { workspaceId: marker },
      marker,
    ]) {
      seen.add(await call(['POST', `/v1/${operation}`, body], records.token, records.url))
      seen.add(await call(['POST', `/v1/${operation}`, body], marker, records.url))
    }
  }
  // What goes wrong inside is said, and not what was being done.
  const db = new Database(join(service.data, 'service.db'))
  db.exec('ALTER TABLE contact RENAME TO gone; ALTER TABLE record RENAME TO gone_too')
  db.close()
  for (const each of calls) seen.add(await call(each))
  seen.add(
    await call(
      ['POST', '/v1/create-record', { workspaceId, fields: { a: marker } }],
      records.token,
      records.url,
    ),
  )

  for (const status of [200, 201, 400, 401, 404, 409, 422, 500]) expect([...seen]).toContain(status)
  expect(service.printed()).toBe('')
  expect(service.said()).toContain('failed: SqliteError SQLITE_ERROR')
  const secrets = [marker, secretKey, publicKey, records.token]
  for (const secret of secrets) expect(service.said()).not.toContain(secret)
  const others = (await readdir(service.data)).filter((name) => !/^service\.db(-wal|-shm)?$/.test(name))
  expect(others.sort()).toEqual(['service.keys', 'service.lock'])
  for (const name of ['service.lock']) {
    const text = await readFile(join(service.data, name), 'latin1')
    for (const secret of secrets) expect(text).not.toContain(secret)
  }
})

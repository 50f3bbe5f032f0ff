import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { segmentSchema } from '../../../src-shared/interface/segment'
import { type RunningService, startService } from '../../fixtures/service'
import { soon } from '../../fixtures/soon'
import { storedBeside } from '../../fixtures/stored'

const onPlan = (value: string) => ({
  logic: 'AND',
  groups: [{ filters: [{ field: 'data.plan', operator: 'equals', value }] }],
})

describe('a tracked segment of a service that is killed', () => {
  let data: string
  let service: RunningService
  let stored: Awaited<ReturnType<typeof storedBeside>>

  beforeEach(async () => {
    data = mkdtempSync(join(tmpdir(), 'postroom-segment-kill-'))
    service = await startService({ data, rate: 1_000_000 })
    stored = await storedBeside(data)
  })
  afterEach(async () => {
    await stored.close()
    await service.stop()
    rmSync(data, { recursive: true, force: true })
  })

  const ask = (method: string, path: string, body: unknown): Promise<Response> =>
    fetch(service.url + path, {
      method,
      headers: { Authorization: `Bearer ${service.secretKey}`, 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    })

  const count = (table: string) => stored.count(table)
  const settled = (): Promise<void> =>
    soon(async () => expect([await count('segment_pending'), await count('segment_sweep')]).toEqual([0, 0]))
  /** How often each contact was told to have entered or left: `{1: 20}` is 20 contacts, once each. */
  async function told(what: 'entry' | 'exit'): Promise<Record<string, number>> {
    const times = await stored.values<number>(
      `SELECT count(*) FROM event AS e JOIN event_name AS n ON n.number = e.name WHERE n.name = ? GROUP BY e.contact`,
      `segment.Pro.${what}`,
    )
    const found: Record<string, number> = {}
    for (const time of times) found[time] = (found[time] ?? 0) + 1
    return found
  }

  async function create(): Promise<string> {
    const body = { name: 'Pro', condition: onPlan('pro'), trackMembership: true }
    return segmentSchema.parse(await (await ask('POST', '/segments', body)).json()).id
  }
  async function killAndStart(): Promise<void> {
    await service.kill()
    service = await startService({ data, rate: 1_000_000 })
  }

  it('tells of each contact that came once', async () => {
    await create()
    for (let life = 0; life < 2; life++) {
      const asked = Array.from({ length: 300 }, (_, number) =>
        ask('POST', '/contacts', { email: `p${life}x${number}@example.com`, data: { plan: 'pro' } }),
      )
      await Promise.race(asked)
      await Promise.all([killAndStart(), Promise.allSettled(asked)])
    }
    await settled()
    expect(await told('entry')).toEqual({ 1: await count('contact') })
  })

  it('tells of each contact that left by a changed condition once', async () => {
    const id = await create()
    const emails = Array.from({ length: 400 }, (_, number) => `p${number}@example.com`)
    await Promise.all(emails.map((email) => ask('POST', '/contacts', { email, data: { plan: 'pro' } })))
    await settled()
    await ask('PATCH', `/segments/${id}`, { condition: onPlan('team') })
    await killAndStart()
    await ask('PATCH', `/segments/${id}`, { condition: onPlan('free') })
    await settled()
    expect([await told('entry'), await told('exit')]).toEqual([{ 1: 400 }, { 1: 400 }])
  })
})

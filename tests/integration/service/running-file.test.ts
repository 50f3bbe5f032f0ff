import { statSync } from 'node:fs'
import { afterEach, describe, expect, it } from 'vitest'
import { depthQueries } from '../../../src-service/store/depths'
import { trackingQueries, workQueries } from '../../../src-service/store/next-work'
import { type OpenedInside, openInProcess } from './open'

let inside: OpenedInside | undefined
afterEach(async () => {
  await inside?.stop()
  inside = undefined
})

describe('a service on a file', () => {
  it('is not ready while that cannot be written; it lives on', async () => {
    inside = await openInProcess()
    inside.db.pragma('query_only = 1')
    const ready = await inside.ask('GET', '/health/ready', { key: null })
    expect(ready).toMatchObject({ status: 503, body: { status: 'read-only' } })
    expect((await inside.ask('GET', '/health/live', { key: null })).status).toBe(200)
    inside.db.pragma('query_only = 0')
  })

  it.each(Object.entries(depthQueries))('counts the queue of %s in indexes alone', async (_queue, text) => {
    inside = await openInProcess()
    const plan = inside.db.prepare<unknown[], { detail: string }>(`EXPLAIN QUERY PLAN ${text}`)
    const steps = plan.all({ now: 0 }).map(({ detail }) => detail)
    const reading = steps.filter((step) => /^(SCAN|SEARCH) (?!CONSTANT)/.test(step))
    expect(reading.length).toBeGreaterThan(0)
    // Few at any time: their rows are read.
    const few = ['message_urgent', 'job_open']
    for (const step of reading)
      expect(step).toMatch(
        few.some((index) => step.includes(index)) ? / USING INDEX / : / USING COVERING INDEX /,
      )
  })

  it.each(Object.entries({ ...workQueries, ...trackingQueries }))(
    'finds when something is to be done next of %s in an index',
    async (_what, text) => {
      inside = await openInProcess()
      const plan = inside.db.prepare<[], { detail: string }>(`EXPLAIN QUERY PLAN ${text}`).all()
      const scanned = plan.filter(({ detail }) => /^SCAN (?!CONSTANT)/.test(detail))
      // What is left of a work list is short, a bookmark is one row, and workflows are made by hand.
      for (const { detail } of scanned)
        expect(detail).toMatch(/ USING |segment_|workflow_bookmark|SCAN workflow$/)
    },
  )

  it('tells the size of that', async () => {
    inside = await openInProcess()
    const text = await (await inside.request('/metrics', { headers: { Host: '127.0.0.1' } })).text()
    expect(text).toContain(`\npostroom_database_bytes{file="database"} ${statSync(inside.db.name).size}\n`)
  })
})

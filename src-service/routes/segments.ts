import { type Context, Hono } from 'hono'
import { z } from 'zod'
import {
  addMembersRequestSchema,
  createSegmentRequestSchema,
  removeMembersRequestSchema,
  updateSegmentRequestSchema,
} from '../../src-shared/interface/segment'
import type { SegmentService } from '../audience/segment-service'
import type { SpecifiedDialect } from '../dialect/dialect'
import { contactJson, segmentJson } from '../dialect/records'
import { type Env, requireKey } from '../http/guards'
import { readBody } from '../http/input'
import { answerList } from '../http/lists'
import { json, nothing } from '../http/respond'
import { rowNamed } from '../http/row-named'
import type { SegmentRow } from '../store/segments'

/** /segments and what is below it (interface.md section 4; wire.md, "Segment"). In one piece: it is a table of routes. */
export function segmentRoutes(service: SegmentService, dialect: SpecifiedDialect): Hono<Env> {
  const { segments, counts, membership } = service
  const { ids } = dialect
  const app = new Hono<Env>()
  app.use(requireKey('secret'))

  const named = rowNamed(
    ids,
    'segment',
    (seq) => segments.get(seq),
    'It may have been deleted. List the segments again.',
  )
  const answer = async (c: Context, row: SegmentRow, status: 200 | 201 = 200): Promise<Response> =>
    json(c, dialect.record(segmentJson(row, await counts.of(row), ids)), status)

  app.get('/', async (c) => {
    // First which segments are on the page, then their counts, which the list itself cannot wait for.
    const rows: SegmentRow[] = []
    await answerList(c, dialect, 'segments', segments.list, (row) => {
      rows.push(row)
      return ''
    })
    const found = await counts.ofAll(rows)
    const text = async (row: SegmentRow): Promise<string> =>
      segmentJson(row, found.get(row.seq) ?? (await counts.of(row)), ids)
    return answerList(c, dialect, 'segments', segments.list, text)
  })

  app.post('/', async (c) => {
    const request = await readBody(c, createSegmentRequestSchema)
    return answer(c, await service.create(request, await conditionSent(c)), 201)
  })

  app.get('/:id', async (c) => answer(c, await named(c)))

  app.patch('/:id', async (c) => {
    const request = await readBody(c, updateSegmentRequestSchema)
    const condition = await conditionSent(c)
    return answer(c, await service.change((await named(c)).seq, request, condition))
  })

  app.delete('/:id', async (c) => {
    await service.remove((await named(c)).seq)
    return dialect.deleted === null ? nothing(c) : json(c, dialect.deleted)
  })

  app.get('/:id/contacts', async (c) => {
    const { seq } = await named(c)
    return answerList(
      c,
      dialect,
      'segmentContacts',
      (query) => service.page(seq, query),
      (row) => contactJson(row, ids),
    )
  })

  app.post('/:id/members', async (c) => {
    const { emails, createMissing = false } = await readBody(c, addMembersRequestSchema)
    const added = await membership.add((await named(c)).seq, emails, createMissing)
    return json(c, dialect.record(JSON.stringify(added)))
  })

  app.delete('/:id/members', async (c) => {
    const { emails } = await readBody(c, removeMembersRequestSchema)
    const removed = await membership.remove((await named(c)).seq, emails)
    return json(c, dialect.record(JSON.stringify({ removed })))
  })

  return app
}

const sent = z.object({ condition: z.unknown().optional() })

/** The text of a body's condition as it was sent, with what we do not know; null without one. */
async function conditionSent(c: Context): Promise<string | null> {
  const { condition } = sent.parse(await c.req.json())
  return condition === undefined ? null : JSON.stringify(condition)
}

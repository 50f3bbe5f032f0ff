import { atomic } from '../../http/atomic'
import { inOrder } from '../../store/in-order'
import { type Context, Hono } from 'hono'
import { z } from 'zod'
import { lazyObject } from '../../../src-shared/lazily'
import { campaignTypes } from '../../../src-shared/interface/campaign'
import { deployedTemplate } from '../../dialect/deployed-record'
import { validBody } from '../../http/deployed/body'
import { emptied, filled } from '../../http/deployed/changed'
import { type LooseBody, looseBody } from '../../http/deployed/loose-body'
import { flat, plain, unexpected } from '../../http/deployed/refusals'
import { type Env, requireKey } from '../../http/guards'
import { json, nothing } from '../../http/respond'
import { requireOwnSender } from '../../mail/deployed-sender'
import { requireLiquid } from '../../mail/deployed-text'
import type { ServiceContext } from '../../service-context'
import type { TemplateFields, TemplateRow } from '../../store/templates'
import { rowOf } from './named'
import { answerRows, usualSorts } from './numbered-list'

const bulkSchema = lazyObject(() => ({ ids: z.array(z.uuid()).min(1), delete: z.boolean().optional() }))
const inUse = () => plain(409, 'Cannot delete template that is being used in workflows')

/** /templates and what is below it (deployed.md section 4). In one piece: it is a table of routes. */
export function deployedTemplateRoutes({ db, store, dialect: { ids } }: ServiceContext): Hono<Env> {
  const { templates, domains } = store
  const app = new Hono<Env>()
  const atomically = atomic(db)
  app.use(requireKey('secret'))
  const text = (row: TemplateRow): string => deployedTemplate(row, ids)
  const numbered = (id: string): Promise<TemplateRow> => rowOf('template', id, ids, templates)
  const named = (c: Context<Env, '/:id'>): Promise<TemplateRow> => numbered(c.req.param('id'))

  app.get('/', async (c) => {
    const { search, type } = c.req.query()
    if (type && !campaignTypes.some((known) => known === type)) throw unexpected()
    const filter = { ...(type && { type }), ...(search && { search }) }
    return answerRows(c, { sorts: usualSorts, read: (query) => templates.list(query, filter), text })
  })

  app.post('/', async (c) => {
    const fields = newFields(looseBody(c))
    requireLiquid({ subject: fields.subject, body: fields.body })
    await requireOwnSender(domains, fields.from)
    return json(c, text(await templates.create(fields)), 201)
  })

  app.post('/bulk-update', atomically, async (c) => {
    const { ids: named, delete: deletes = false } = validBody(c, bulkSchema)
    const rows = await inOrder(named, numbered)
    if (!deletes) return json(c, JSON.stringify({ deleted: 0 }))
    for (const { seq } of rows) if ((await templates.uses(seq)).workflowSteps > 0) throw inUse()
    for (const { seq } of rows) await templates.remove(seq)
    return json(c, JSON.stringify({ deleted: rows.length }))
  })

  app.get('/:id', async (c) => json(c, text(await named(c))))

  app.patch('/:id', atomically, async (c) => {
    const before = await named(c)
    const body = looseBody(c)
    const fields = changedFields(before, body)
    requireLiquid({ subject: fields.subject, body: fields.body })
    if (body.has('from')) await requireOwnSender(domains, fields.from)
    return json(c, text((await templates.update(before.seq, fields)) ?? before))
  })

  app.delete('/:id', async (c) => {
    if ((await templates.remove((await named(c)).seq)) !== 'removed') throw inUse()
    return nothing(c)
  })

  app.post('/:id/duplicate', async (c) => {
    const row = await named(c)
    const copy = await templates.create({ ...row, from: row.fromAddress, name: `${row.name} (Copy)` })
    return json(c, text(copy), 201)
  })

  app.get('/:id/usage', async (c) => json(c, JSON.stringify(await templates.uses((await named(c)).seq))))

  return app
}

type Named = TemplateFields & { from: string }

function newFields(body: LooseBody): Named {
  const required = (key: string, word: string): string => {
    const value = body.text(key)
    if (!value) throw flat(400, `${word} is required`)
    return value
  }
  return {
    name: required('name', 'Name'),
    subject: required('subject', 'Subject'),
    body: required('body', 'Body'),
    from: required('from', 'From'),
    description: body.text('description') ?? null,
    fromName: body.text('fromName') ?? null,
    replyTo: body.text('replyTo') ?? null,
    type: body.oneOf('type', campaignTypes) ?? 'MARKETING',
  }
}

function changedFields(before: TemplateRow, body: LooseBody): Named {
  return {
    name: filled(body.text('name'), before.name),
    description: emptied(body.text('description'), before.description),
    subject: filled(body.text('subject'), before.subject),
    body: filled(body.text('body'), before.body),
    from: filled(body.text('from'), before.fromAddress ?? ''),
    fromName: emptied(body.text('fromName'), before.fromName),
    replyTo: emptied(body.text('replyTo'), before.replyTo),
    type: filled(body.oneOf<string>('type', campaignTypes), before.type),
  }
}

import { Hono } from 'hono'
import { z } from 'zod'
import { lazyObject } from '../../src-shared/lazily'
import {
  createTemplateRequestSchema,
  templateTypes,
  updateTemplateRequestSchema,
} from '../../src-shared/interface/template'
import type { SpecifiedDialect } from '../dialect/dialect'
import { templateJson } from '../dialect/records'
import { ServiceFailure } from '../http/failure'
import { type Env, requireKey } from '../http/guards'
import { readBody, readQuery } from '../http/input'
import { answerList } from '../http/lists'
import { json, nothing } from '../http/respond'
import type { Store } from '../store/store'
import type { TemplateRow } from '../store/templates'

/** What GET /templates can be narrowed by. */
export const templateFilterQuery = lazyObject(() => ({
  type: z.enum(templateTypes).optional(),
  search: z.string().optional(),
}))

/** The refusal of a template's id that stands for none. */
export const noTemplate = () =>
  new ServiceFailure('TEMPLATE_NOT_FOUND', 'There is no template with this id.', {
    suggestion: 'It may have been deleted. List the templates again.',
  })

/** /templates and /templates/:id (interface.md section 4; wire.md, forms D, B and E). */
export function templateRoutes({ templates }: Store, dialect: SpecifiedDialect): Hono<Env> {
  const { ids } = dialect
  const app = new Hono<Env>()
  app.use(requireKey('secret'))
  const text = (row: TemplateRow): string => templateJson(row, ids)

  app.get('/', async (c) => {
    const filter = readQuery(c, templateFilterQuery)
    return answerList(c, dialect, 'templates', (query) => templates.list(query, filter), text)
  })

  app.post('/', async (c) => {
    const template = await readBody(c, createTemplateRequestSchema)
    return json(c, dialect.record(text(await templates.create(template))), 201)
  })

  app.get('/:id', async (c) => {
    const seq = ids.decode('template', c.req.param('id'))
    const row = seq === null ? null : await templates.get(seq)
    if (!row) throw noTemplate()
    return json(c, dialect.record(text(row)))
  })

  app.patch('/:id', async (c) => {
    const change = await readBody(c, updateTemplateRequestSchema)
    const seq = ids.decode('template', c.req.param('id'))
    const row = seq === null ? null : await templates.update(seq, change)
    if (!row) throw noTemplate()
    return json(c, dialect.record(text(row)))
  })

  app.delete('/:id', async (c) => {
    const seq = ids.decode('template', c.req.param('id'))
    const removal = seq === null ? 'absent' : await templates.remove(seq)
    if (removal === 'absent') throw noTemplate()
    if (removal !== 'removed') {
      throw new ServiceFailure('CONFLICT', `The workflow "${removal.usedBy}" sends this template.`, {
        suggestion: 'Take it out of that workflow first.',
      })
    }
    return dialect.deleted === null ? nothing(c) : json(c, dialect.deleted)
  })

  return app
}

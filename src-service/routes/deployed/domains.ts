import { atomic } from '../../http/atomic'
import { type Context, Hono } from 'hono'
import { z } from 'zod'
import { addDomainRequestSchema } from '../../../src-shared/interface/domain'
import { projectId, recordText, timeOf } from '../../dialect/deployed-record'
import type { Ids } from '../../dialect/ids'
import { createDkimTokens } from '../../domains/tokens'
import type { DomainWatch } from '../../domains/watch'
import { validBody } from '../../http/deployed/body'
import { flat, notUuid, plain } from '../../http/deployed/refusals'
import { ServiceFailure } from '../../http/failure'
import { type Env, requireKey } from '../../http/guards'
import { json } from '../../http/respond'
import type { ServiceContext } from '../../service-context'
import type { DomainRow } from '../../store/domains'
import { rowOf } from './named'

const addSchema = z.object({ projectId: z.uuid(), domain: addDomainRequestSchema.shape.domain })

/** /domains (deployed.md section 8). */
export function deployedDomainRoutes(
  { db, store, dialect, clock }: ServiceContext,
  watch: DomainWatch,
): Hono<Env> {
  const { ids } = dialect
  const { domains } = store
  const key = requireKey('secret')
  const app = new Hono<Env>()
  const atomically = atomic(db)
  const text = (row: DomainRow): string => domainText(row, ids)

  function requireOwnProject(project: string): void {
    if (project !== projectId(ids)) {
      throw new ServiceFailure('FORBIDDEN', 'You do not have access to this project')
    }
  }

  async function existing(c: Context<Env, '/:id'>): Promise<DomainRow> {
    const id = c.req.param('id')
    if (!isUuid(id)) throw notUuid('id')
    return rowOf('domain', id, ids, domains)
  }

  app.get('/project/:projectId', key, async (c) => {
    const project = c.req.param('projectId')
    if (!isUuid(project)) throw notUuid('projectId')
    requireOwnProject(project)
    const { rows } = await domains.list({ limit: Number.MAX_SAFE_INTEGER - 1 })
    await watch.asked()
    return json(c, `[${rows.map(text).join(',')}]`)
  })

  app.post('/', key, async (c) => {
    const { projectId: project, domain } = validBody(c, addSchema)
    requireOwnProject(project)
    const row = await domains.add(domain, createDkimTokens(), clock.now())
    if (!row) throw flat(400, 'Domain is already linked to this project')
    await watch.added()
    return json(c, text(row), 201)
  })

  app.get('/:id/verify', key, async (c) => {
    const { seq } = await existing(c)
    await watch.look(seq)
    const { domain, dkimTokens: tokens, verified } = await existing(c)
    return c.json({ domain, tokens, status: verified ? 'Success' : 'Pending', verified })
  })

  app.delete('/:id', key, atomically, async (c) => {
    const { seq, domain } = await existing(c)
    if ((await domains.isUsed(domain)) || (await domains.remove(seq)) === 'needed') {
      throw plain(409, 'Domain is used by templates or campaigns')
    }
    return c.json({ success: true })
  })
  return app
}

function isUuid(text: string): boolean {
  return z.guid().safeParse(text).success
}

function domainText(
  { seq, domain, verified, dkimTokens, createdAt, updatedAt }: DomainRow,
  ids: Ids,
): string {
  return recordText({
    id: ids.encode('domain', seq),
    domain,
    verified,
    dkimTokens: dkimTokens.length > 0 ? dkimTokens : null,
    projectId: projectId(ids),
    createdAt: timeOf(createdAt),
    updatedAt: timeOf(updatedAt),
  })
}

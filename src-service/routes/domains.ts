import { Hono } from 'hono'
import { getPublicSuffix } from 'tldts'
import { addDomainRequestSchema } from '../../src-shared/interface/domain'
import { domainJson } from '../dialect/records'
import { createDkimTokens } from '../domains/tokens'
import type { DomainWatch } from '../domains/watch'
import { ServiceFailure } from '../http/failure'
import { type Env, requireKey } from '../http/guards'
import { readBody } from '../http/input'
import { answerList } from '../http/lists'
import { json, nothing } from '../http/respond'
import type { SpecifiedContext } from '../service-context'

/** /domains (interface.md section 4), newest first. */
export function domainRoutes({ store, dialect, clock }: SpecifiedContext, watch: DomainWatch): Hono<Env> {
  const { ids } = dialect
  const app = new Hono<Env>()
  app.use(requireKey('secret'))

  app.get('/', async (c) => {
    const answer = await answerList(c, dialect, 'domains', store.domains.list, (row) => domainJson(row, ids))
    await watch.asked()
    return answer
  })

  app.post('/', async (c) => {
    const { domain } = await readBody(c, addDomainRequestSchema)
    if (getPublicSuffix(domain, { allowPrivateDomains: false }) === domain) {
      throw new ServiceFailure(
        'VALIDATION_ERROR',
        'Nobody owns this domain: others register theirs below it.',
        {
          errors: [{ field: 'domain', message: 'Is a public suffix.', code: 'custom' }],
          suggestion: 'Add a domain of your own.',
        },
      )
    }
    const row = await store.domains.add(domain, createDkimTokens(), clock.now())
    if (!row) {
      throw new ServiceFailure('CONFLICT', 'This domain is there already.', {
        suggestion: 'List the domains to see its DKIM tokens.',
      })
    }
    await watch.added()
    return json(c, dialect.record(domainJson(row, ids)), 201)
  })

  app.delete('/:id', async (c) => {
    const seq = ids.decode('domain', c.req.param('id'))
    const outcome = seq === null ? 'absent' : await store.domains.remove(seq)
    if (outcome === 'absent') {
      throw new ServiceFailure('RESOURCE_NOT_FOUND', 'There is no domain with this id.', {
        suggestion: 'It may have been removed. List the domains again.',
      })
    }
    if (outcome === 'needed') {
      throw new ServiceFailure(
        'CONFLICT',
        'A campaign that is scheduled or being sent has its sender here.',
        {
          suggestion: 'Cancel the campaign first, or wait until it is sent.',
        },
      )
    }
    return dialect.deleted === null ? nothing(c) : json(c, dialect.deleted)
  })

  return app
}

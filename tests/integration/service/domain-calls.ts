import { expect } from 'vitest'
import { z } from 'zod'
import { type Domain, domainSchema } from '../../../src-shared/interface/domain'
import type { Answer, Opened } from './open'

/** POST /domains. */
export const add = (service: Opened, domain: unknown): Promise<Answer> =>
  service.ask('POST', '/domains', { body: { domain } })

/** Adds a domain in the reference dialect. */
export async function addOne(service: Opened, domain: string): Promise<Domain> {
  const answer = await add(service, domain)
  expect(answer.status).toBe(201)
  return domainSchema.parse(answer.body)
}

/** GET /domains in the reference dialect. */
export async function list(service: Opened): Promise<Domain[]> {
  const { body } = await service.ask('GET', '/domains')
  return z.object({ domains: z.array(domainSchema) }).parse(body).domains
}

import { expect } from 'vitest'
import { z } from 'zod'
import { contactSchema, upsertedContactSchema } from '../../../src-shared/interface/contact'
import type { Filter, FilterCondition } from '../../../src-shared/interface/filter'
import { type Segment, segmentSchema } from '../../../src-shared/interface/segment'
import type { Answer, Opened } from './open'

/** Filters that must all hold. */
export const all = (...filters: Filter[]): FilterCondition => ({ logic: 'AND', groups: [{ filters }] })
/** Who lives somewhere. */
export const inCity = (value: string): FilterCondition =>
  all({ field: 'data.city', operator: 'equals', value })
/** The members of a segment. */
export const memberOf = (value: string): FilterCondition =>
  all({ field: 'segment', operator: 'memberOfSegment', value })
/** A page of GET /segments/:id/contacts in the reference dialect. */
export const membersPage = z.object({ contacts: z.array(contactSchema), total: z.number() })

/** Asks a service about segments. Names, places and addresses are new each time. */
export interface SegmentCalls {
  name(): string
  city(): string
  /** Makes a contact and returns its address. */
  person(data?: Record<string, unknown>): Promise<string>
  create(body: Record<string, unknown>): Promise<Segment>
  read(id: string): Promise<Segment>
  patch(id: string, body: unknown): Promise<Answer>
  change(method: 'POST' | 'DELETE', id: string, body: unknown): Promise<Answer>
  membersOf(id: string): Promise<string[]>
}

/** The calls about segments of a service. */
export function segmentCalls(service: () => Opened): SegmentCalls {
  let number = 0
  const name = (): string => `Segment ${++number}`
  return {
    name,
    city: () => `City ${++number}`,
    async person(data = {}) {
      const email = `member${++number}@example.com`
      const { body } = await service().ask('POST', '/contacts', { body: { email, data } })
      return upsertedContactSchema.parse(body).email
    },
    async create(body) {
      const answer = await service().ask('POST', '/segments', { body: { name: name(), ...body } })
      expect(answer).toMatchObject({ status: 201 })
      return segmentSchema.parse(answer.body)
    },
    read: async (id) => segmentSchema.parse((await service().ask('GET', `/segments/${id}`)).body),
    patch: (id, body) => service().ask('PATCH', `/segments/${id}`, { body }),
    change: (method, id, body) => service().ask(method, `/segments/${id}/members`, { body }),
    async membersOf(id) {
      const { body } = await service().ask('GET', `/segments/${id}/contacts`)
      return membersPage.parse(body).contacts.map(({ email }) => email)
    },
  }
}

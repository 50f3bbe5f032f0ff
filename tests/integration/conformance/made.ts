import { z } from 'zod'
import { campaignSchema } from '../../../src-shared/interface/campaign'
import { upsertedContactSchema } from '../../../src-shared/interface/contact'
import { domainSchema } from '../../../src-shared/interface/domain'
import { trackedEventSchema } from '../../../src-shared/interface/event'
import type { FilterCondition } from '../../../src-shared/interface/filter'
import { segmentSchema } from '../../../src-shared/interface/segment'
import { templateSchema } from '../../../src-shared/interface/template'
import { workflowSchema } from '../../../src-shared/interface/workflow'
import type { Answer, Question } from '../service/open'
import { recordOf } from './answers'
import { type Subject, uniqueAddress, uniqueName } from './subject'

type Body = Record<string, unknown>

/** A condition that no contact meets but those with this `data.conformance`. */
export const conditionOn = (value: string): FilterCondition => ({
  logic: 'AND',
  groups: [{ filters: [{ field: 'data.conformance', operator: 'equals', value }] }],
})

/** Bodies that fit, with nothing but what is required and what names them. */
export const fitting = {
  contact: (): Body => ({ email: uniqueAddress() }),
  template: (): Body => ({
    name: uniqueName('template'),
    subject: 'Hello',
    body: '<p>Hello</p>',
    type: 'TRANSACTIONAL',
  }),
  campaign: ({ sender }: Subject): Body => ({
    name: uniqueName('campaign'),
    subject: 'News',
    body: '<p>News</p>',
    from: sender,
    audienceType: 'FILTERED',
    audienceCondition: conditionOn(uniqueName('audience')),
  }),
  segment: (): Body => ({ name: uniqueName('segment'), type: 'DYNAMIC', condition: conditionOn('nobody') }),
  staticSegment: (): Body => ({ name: uniqueName('segment'), type: 'STATIC' }),
  workflow: (): Body => ({ name: uniqueName('workflow'), eventName: uniqueName('event') }),
  domain: (): Body => ({ domain: `${uniqueName('domain')}.example.com` }),
}

async function create<T extends { id: string }>(
  service: Subject,
  path: string,
  body: Body,
  schema: z.ZodType<T>,
): Promise<T> {
  const made = recordOf(await service.ask('POST', path, { body }), schema)
  // Campaigns cannot be deleted: the interface has no way to.
  if (path !== '/campaigns') service.keep(`${path}/${made.id}`)
  return made
}

/** Creates what the cases need, with `more` over the fields that are required, and sees to its deletion. */
export const make = {
  contact: (service: Subject, more: Body = {}) =>
    create(service, '/contacts', { ...fitting.contact(), ...more }, upsertedContactSchema),
  template: (service: Subject, more: Body = {}) =>
    create(service, '/templates', { ...fitting.template(), ...more }, templateSchema),
  campaign: (service: Subject, more: Body = {}) =>
    create(service, '/campaigns', { ...fitting.campaign(service), ...more }, campaignSchema),
  segment: (service: Subject, more: Body = {}) =>
    create(service, '/segments', { ...fitting.segment(), ...more }, segmentSchema),
  staticSegment: (service: Subject, more: Body = {}) =>
    create(service, '/segments', { ...fitting.staticSegment(), ...more }, segmentSchema),
  workflow: (service: Subject, more: Body = {}) =>
    create(service, '/workflows', { ...fitting.workflow(), ...more }, workflowSchema),
  domain: (service: Subject, more: Body = {}) =>
    create(service, '/domains', { ...fitting.domain(), ...more }, domainSchema),
}

const tracked = z.object({ success: z.literal(true), data: trackedEventSchema })

/** Tracks an event, and sees to the deletion of its contact. */
export async function track(service: Subject, body: Body = {}, question: Omit<Question, 'body'> = {}) {
  const answer = await service.ask('POST', '/v1/track', {
    ...question,
    body: { email: uniqueAddress(), event: uniqueName('event'), ...body },
  })
  const { data } = recordOf(answer, tracked)
  service.keep(`/contacts/${data.contact}`)
  return data
}

/** Changes a campaign: by PATCH, or by PUT where the service knows only that (wire.md, "Single records"). */
export async function changeCampaign(service: Subject, id: string, question: Question): Promise<Answer> {
  const patched = await service.ask('PATCH', `/campaigns/${id}`, question)
  if (patched.status !== 404 && patched.status !== 405) return patched
  return service.ask('PUT', `/campaigns/${id}`, question)
}

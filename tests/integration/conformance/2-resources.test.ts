import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { campaignCountFields } from '../../../src-shared/interface/campaign'
import { recordOf } from './answers'
import { make, track } from './made'
import type { Subject } from './subject'
import { conformance } from './suite'

const time = z.string().regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/)
const id = z.string().min(1)
const count = z.number().int().nonnegative()

// Strict where the schemas of src-shared are lenient: every field that the documents give a resource, and its type.
const contact = z.looseObject({
  id,
  email: z.string(),
  subscribed: z.boolean(),
  data: z.record(z.string(), z.unknown()),
  createdAt: time,
  updatedAt: time,
})
const template = z.looseObject({
  id,
  name: z.string(),
  subject: z.string(),
  body: z.string(),
  type: z.enum(['TRANSACTIONAL', 'MARKETING']),
  createdAt: time,
})
const campaign = z.looseObject({
  id,
  name: z.string(),
  subject: z.string(),
  body: z.string(),
  from: z.string(),
  type: z.enum(['MARKETING', 'TRANSACTIONAL', 'HEADLESS']),
  status: z.enum(['DRAFT', 'SCHEDULED', 'SENDING', 'SENT', 'CANCELLED']),
  audienceType: z.enum(['ALL', 'SEGMENT', 'FILTERED']),
  ...Object.fromEntries(campaignCountFields.map((field) => [field, count])),
  createdAt: time,
  updatedAt: time,
})
const segment = z.looseObject({
  id,
  name: z.string(),
  type: z.enum(['DYNAMIC', 'STATIC']),
  trackMembership: z.boolean(),
  memberCount: count,
  createdAt: time,
  updatedAt: time,
})
const workflow = z.looseObject({
  id,
  name: z.string(),
  enabled: z.boolean(),
  triggerType: z.enum(['EVENT', 'MANUAL', 'SCHEDULE']),
  triggerConfig: z.looseObject({ eventName: z.string() }),
  allowReentry: z.boolean(),
  createdAt: time,
  updatedAt: time,
})
const domain = z.looseObject({
  id,
  domain: z.string(),
  verified: z.boolean(),
  dkimTokens: z.array(z.string()),
  createdAt: time,
  updatedAt: time,
})

type Dated = { id: string; createdAt: string; updatedAt?: unknown }
type Kind = keyof typeof prefixes

/** The form of ids that the specification's examples have. */
const idForm = /^[a-z]{3}_[0-9a-z]{10}$/
const prefixes = { contact: 'cnt_', template: 'tpl_', segment: 'seg_', workflow: 'wfl_', domain: 'dom_' }

conformance('2 Resources', (the) => {
  const resources: [Kind, string, z.ZodType<Dated>, (service: Subject) => Promise<{ id: string }>][] = [
    ['contact', '/contacts', contact, make.contact],
    ['template', '/templates', template, make.template],
    ['segment', '/segments', segment, make.segment],
    ['workflow', '/workflows', workflow, make.workflow],
    ['domain', '/domains', domain, make.domain],
  ]

  describe.each(resources)('a %s', (kind, path, schema, made) => {
    it('has every field that the documents give it', async () => {
      schema.parse(await made(the.service))
    })

    if (kind !== 'domain') {
      it('has them read one by one as well', async () => {
        const { id: own } = await made(the.service)
        recordOf(await the.service.ask('GET', `${path}/${own}`), schema)
      })
    }

    it('was created now', async () => {
      const before = Date.now()
      const { createdAt } = schema.parse(await made(the.service))
      // A minute either way: the clocks of two machines.
      expect(Math.abs(Date.parse(createdAt) - before)).toBeLessThan(60_000)
    })

    it('has an id of its own', async () => {
      const [one, other] = [await made(the.service), await made(the.service)]
      expect(one.id).not.toBe(other.id)
      if (!the.dialect) return
      expect(one.id).toMatch(idForm)
      expect(one.id.startsWith(prefixes[kind])).toBe(true)
    })

    if (kind !== 'domain') {
      it('moves updatedAt when it is changed, and nothing before', async () => {
        const first = await made(the.service)
        const body = kind === 'contact' ? { data: { changed: true } } : { name: `${first.id} changed` }
        const changed = await the.service.ask('PATCH', `${path}/${first.id}`, { body })
        const after = recordOf(changed, schema)
        expect(after.createdAt).toBe(schema.parse(first).createdAt)
        const updatedAt = Date.parse(String(after.updatedAt ?? after.createdAt))
        expect(updatedAt).toBeGreaterThanOrEqual(Date.parse(after.createdAt))
      })
    }
  })

  the.whereLeaving('the fields of a campaign', () => {
    it('a campaign has every field that the documents give it', async () => {
      const made = campaign.parse(await make.campaign(the.service))
      recordOf(await the.service.ask('GET', `/campaigns/${made.id}`), campaign)
      if (the.dialect) expect(made.id).toMatch(idForm)
    })
  })

  it('an event has an id, a name, its contact, its data and a time', async () => {
    const tracked = await track(the.service, { data: { step: 1 } })
    expect(Math.abs(Date.parse(tracked.timestamp) - Date.now())).toBeLessThan(60_000)
    if (the.dialect) {
      expect([tracked.event.slice(0, 4), tracked.contact.slice(0, 4)]).toEqual(['evt_', 'cnt_'])
    }
  })
})

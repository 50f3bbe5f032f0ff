import { z } from 'zod'
import { lazily, lazyObject, lazySchema } from '../lazily'
import { doneSchema, instantSchema, procedure } from './base'
import { cataloguePageInputSchema, cataloguePageSchema, catalogueRowSchema, usedBySchema } from './catalogue'

/** A sending domain as its list shows it. */
const domainRowSchema = lazySchema(() =>
  catalogueRowSchema.extend({
    domain: z.string(),
    /** As the service says. */
    verified: z.boolean(),
  }),
)
export type DomainRow = z.infer<typeof domainRowSchema>

/** A record to publish, and what DNS answers now. */
const dnsRecordSchema = lazyObject(() => ({
  what: z.enum(['dkim', 'spf', 'dmarc']),
  type: z.enum(['CNAME', 'TXT']),
  name: z.string(),
  /** To copy; null where nothing needs to be published. */
  value: z.string().nullable(),
  /** `other`: something else stands there; `unknown`: DNS did not answer; `unasked`: it was not asked yet. */
  state: z.enum(['published', 'missing', 'other', 'unknown', 'unasked']),
  found: z.array(z.string()),
  /** A sentence: what it means, and what to do. */
  words: z.string(),
}))
export type DnsRecord = z.infer<typeof dnsRecordSchema>

/** How each of the three things that receivers look a domain up by stands in DNS: the worst of its records. */
const domainSignSchema = lazySchema(() => dnsRecordSchema.unwrap().pick({ what: true, state: true }))
export type DomainSign = z.infer<typeof domainSignSchema>

/** A domain whole, without DNS asked. */
const domainDetailSchema = lazySchema(() =>
  domainRowSchema.unwrap().extend({
    records: z.array(dnsRecordSchema),
    /** Templates' and campaigns' senders at it are not "uses" that break by removal; campaigns that are not sent yet are. */
    usedBy: z.array(usedBySchema),
    raw: z.record(z.string(), z.unknown()),
  }),
)
export type DomainDetail = z.infer<typeof domainDetailSchema>

export const domains = lazily(() => ({
  page: procedure.input(cataloguePageInputSchema).output(cataloguePageSchema(domainRowSchema)),
  get: procedure.input(z.object({ id: z.string() })).output(domainDetailSchema),
  /** What DNS answers, asked at most every few minutes; the service is not asked. In the order in which they are told. */
  signs: procedure.input(z.object({ id: z.string() })).output(domainSignSchema.array()),
  /** Asks DNS for every record, and the service whether it is verified. */
  check: procedure
    .input(z.object({ id: z.string() }))
    .output(domainDetailSchema.unwrap().extend({ checkedAt: instantSchema })),
  add: procedure.input(z.object({ domain: z.string().trim().min(3).max(255) })).output(domainDetailSchema),
  /** `domain` must be the domain's name, typed. */
  remove: procedure.input(z.object({ id: z.string(), domain: z.string() })).output(doneSchema),
}))

import type { MessageKey } from '../messages/message'
import { z } from 'zod'
import { lazily, lazyObject, lazySchema } from '../lazily'
import { doneSchema, instantSchema, procedure } from './base'

const able = <K extends MessageKey, G extends string>(key: K, group: G) => ({ key, group })

/** What is found out about a service, in the order in which it is shown: the text that names each, and its part of the list. */
export const knownCapabilities = {
  contacts: able('words.contacts', 'reading'),
  events: able('words.events', 'reading'),
  templates: able('words.templates', 'reading'),
  workflows: able('words.workflows', 'reading'),
  segments: able('words.segments', 'reading'),
  campaigns: able('words.campaigns', 'reading'),
  domains: able('words.domains', 'reading'),
  recipients: able('bridge.capabilities.whoBouncedOrComplained', 'reading'),
  activity: able('bridge.capabilities.activityOfTheProject', 'reading'),
  bulk: able('bridge.capabilities.bulkCalls', 'writing'),
  lookup: able('bridge.capabilities.lookUpOfAddresses', 'writing'),
  campaignChanges: able('bridge.capabilities.changesOfCampaigns', 'writing'),
  steps: able('bridge.capabilities.stepsOfWorkflows', 'writing'),
  snooze: able('bridge.capabilities.snooze', 'writing'),
  verify: able('words.verification', 'writing'),
  images: able('bridge.capabilities.imagesOfMails', 'writing'),
  trackKey: able('bridge.capabilities.trackingEvents', 'sending'),
  templateLanguage: able('bridge.capabilities.templateLanguage', 'sending'),
  sameSendTwice: able('bridge.capabilities.theSameSendTwice', 'sending'),
  attachments: able('words.attachments', 'sending'),
  textCase: able('bridge.capabilities.caseOfTexts', 'audiences'),
  missingValues: able('bridge.capabilities.missingValues', 'audiences'),
  headless: able('bridge.capabilities.headlessMails', 'audiences'),
  requests: able('words.requests', 'limits'),
} as const
export type CapabilityKey = keyof typeof knownCapabilities
export type CapabilityGroup = (typeof knownCapabilities)[CapabilityKey]['group']

const isKey = (text: string): text is CapabilityKey => Object.hasOwn(knownCapabilities, text)
/** Every one, in order. */
export const capabilityKeys: readonly CapabilityKey[] = Object.keys(knownCapabilities).filter(isKey)

/** `differs`: it can, but otherwise than the interface is specified. `notAsked`: no answer that tells came yet. */
const capabilityStates = ['can', 'cannot', 'differs', 'notAsked'] as const
export type CapabilityState = (typeof capabilityStates)[number]

/** How a service can what it can: a word that the page has a sentence for. */
const capabilityAnswers = [
  // how a list is read
  'byCursor',
  'byPage',
  'whole',
  'newest',
  'byProject',
  'noKey',
  // whether there is a call, or a field
  'there',
  'absent',
  // how campaigns and steps are changed
  'byPatch',
  'byPut',
  'oneAtATime',
  'together',
  // events
  'eitherKey',
  'publicKey',
  // templates
  'liquid',
  'placeholders',
  // conditions
  'anyCase',
  'exactCase',
  'otherThanAny',
  'neverMatch',
  // limits
  'inAnswers',
] as const
export type CapabilityAnswer = (typeof capabilityAnswers)[number]

/** One thing that a service can or cannot. */
export const capabilitySchema = lazyObject(() => ({
  key: z.string().refine(isKey),
  state: z.enum(capabilityStates),
  answer: z.enum(capabilityAnswers).nullable(),
  /** How many there are of it (records, requests a minute); null where it does not say, or is not counted. */
  amount: z.number().int().nullable(),
  /** What was asked and answered, as it went over the wire: "GET /segments: 200". Empty while nothing was. */
  evidence: z.string().max(200),
  /** When the last answer that tells of it came; null: none did. */
  askedAt: instantSchema.nullable(),
  /** Since when it is answered so. */
  since: instantSchema.nullable(),
  /** When it was last answered otherwise than before; null: never. */
  changedAt: instantSchema.nullable(),
}))
export type Capability = z.infer<typeof capabilitySchema>

/** Whose count is compared. */
const countedSchema = lazySchema(() =>
  z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('contacts') }),
    z.object({ kind: z.enum(['segment', 'campaign']), id: z.string().min(1) }),
  ]),
)
export type Counted = z.infer<typeof countedSchema>

/** Why two counts differ, as far as that can be known; `unknown`: it cannot. */
const differenceReasons = [
  /** The service has more contacts: they come with the next reading. */
  'coming',
  /** The service has fewer: a full run finds out who is gone. */
  'gone',
  /** It keeps the count of a segment for minutes. */
  'kept',
  /** It counted when the campaign was last saved. */
  'saved',
  /** The condition names a segment that the copy cannot tell exactly. */
  'notRead',
  'unknown',
] as const

/** A count of the console that differs from that of the service for the same people. */
export const countDifferenceSchema = lazyObject(() => ({
  of: countedSchema,
  name: z.string(),
  here: z.number().int(),
  there: z.number().int(),
  /** As of when the copy counted. */
  hereAt: instantSchema,
  /** When the service's figure was read. */
  thereAt: instantSchema,
  reason: z.enum(differenceReasons),
  /** With `saved`: when the service counted; null where it does not say. */
  countedAt: instantSchema.nullable(),
}))
export type CountDifference = z.infer<typeof countDifferenceSchema>

/** What is known of the service of a profile. */
export const serviceAbilitiesSchema = lazyObject(() => ({
  /** The profile that it is of; null while none is open. */
  profileId: z.string().nullable(),
  capabilities: z.array(capabilitySchema),
  /** Questions are under way. */
  asking: z.boolean(),
  /** When they were last asked, and the time before that; null: never. */
  askedAt: instantSchema.nullable(),
  askedBefore: instantSchema.nullable(),
  /** Requests of the last asking, and how many of them brought no answer that tells. */
  requests: z.number().int(),
  failed: z.number().int(),
  /** How many answers changed in the last asking. */
  changed: z.number().int(),
  /** What the service calls its version in its answers; null: it does not say. */
  version: z.string().nullable(),
  differences: z.array(countDifferenceSchema),
}))
export type ServiceAbilities = z.infer<typeof serviceAbilitiesSchema>

export const capabilities = lazily(() => ({
  /** Asks the service again, with requests that write nothing. Answers once all was asked. Rejects with `offline`. */
  ask: procedure.output(doneSchema),
  /** Compares a count with the service's own, both as they are known now; null where they agree, or cannot be compared. */
  compare: procedure.input(countedSchema).output(countDifferenceSchema.nullable()),
}))

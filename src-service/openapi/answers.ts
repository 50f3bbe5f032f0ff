import { z } from 'zod'
import { lazySchema } from '../../src-shared/lazily'
import { campaignSchema, campaignStatsSchema } from '../../src-shared/interface/campaign'
import { contactDataSchema, contactSchema } from '../../src-shared/interface/contact'
import { domainSchema } from '../../src-shared/interface/domain'
import { alternativeErrorSchema, standardErrorSchema } from '../../src-shared/interface/errors'
import { eventSchema, trackedEventSchema } from '../../src-shared/interface/event'
import { addedMembersSchema, removedMembersSchema, segmentSchema } from '../../src-shared/interface/segment'
import { sendResultSchema } from '../../src-shared/interface/send'
import { templateSchema } from '../../src-shared/interface/template'
import { verificationSchema } from '../../src-shared/interface/verification'
import { executionSchema, workflowSchema } from '../../src-shared/interface/workflow'

// A reader takes null and nothing for `data`; this service always sends an object.
const contact = lazySchema(() => contactSchema.unwrap().extend({ data: contactDataSchema }))

/** What the service answers with, by the name that the document gives it. */
export const answers = {
  Contact: contact,
  UpsertedContact: contact
    .unwrap()
    .extend({ _meta: z.looseObject({ isNew: z.boolean(), isUpdate: z.boolean() }) }),
  Template: templateSchema,
  Campaign: campaignSchema,
  CampaignStats: campaignStatsSchema,
  CampaignTest: z.looseObject({ email: z.string(), to: z.string() }),
  Segment: segmentSchema,
  AddedMembers: addedMembersSchema,
  RemovedMembers: removedMembersSchema,
  Workflow: workflowSchema,
  Execution: executionSchema,
  Event: eventSchema,
  Domain: domainSchema,
  TrackedEvent: trackedEventSchema,
  SendResult: sendResultSchema,
  Verification: verificationSchema,
  Health: z.object({ status: z.literal('ok') }),
  OpenApi: z.looseObject({ openapi: z.string() }),
  Error: standardErrorSchema,
  AlternativeError: alternativeErrorSchema,
} satisfies Record<string, z.ZodType>

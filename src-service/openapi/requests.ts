import type { z } from 'zod'
import {
  createCampaignRequestSchema,
  sendCampaignRequestSchema,
  testCampaignRequestSchema,
  updateCampaignRequestSchema,
} from '../../src-shared/interface/campaign'
import { updateContactRequestSchema, upsertContactRequestSchema } from '../../src-shared/interface/contact'
import { addDomainRequestSchema } from '../../src-shared/interface/domain'
import { trackRequestSchema } from '../../src-shared/interface/event'
import { filterConditionSchema } from '../../src-shared/interface/filter'
import {
  addMembersRequestSchema,
  createSegmentRequestSchema,
  removeMembersRequestSchema,
  updateSegmentRequestSchema,
} from '../../src-shared/interface/segment'
import { sendRequestSchema } from '../../src-shared/interface/send'
import { createTemplateRequestSchema, updateTemplateRequestSchema } from '../../src-shared/interface/template'
import { verifyRequestSchema } from '../../src-shared/interface/verification'
import { createWorkflowRequestSchema, updateWorkflowRequestSchema } from '../../src-shared/interface/workflow'

/** What the service reads from bodies, by the name that the document gives it. */
export const requests = {
  FilterCondition: filterConditionSchema,
  Send: sendRequestSchema,
  Track: trackRequestSchema,
  Verify: verifyRequestSchema,
  UpsertContact: upsertContactRequestSchema,
  UpdateContact: updateContactRequestSchema,
  CreateTemplate: createTemplateRequestSchema,
  UpdateTemplate: updateTemplateRequestSchema,
  CreateCampaign: createCampaignRequestSchema,
  UpdateCampaign: updateCampaignRequestSchema,
  SendCampaign: sendCampaignRequestSchema,
  TestCampaign: testCampaignRequestSchema,
  CreateSegment: createSegmentRequestSchema,
  UpdateSegment: updateSegmentRequestSchema,
  AddMembers: addMembersRequestSchema,
  RemoveMembers: removeMembersRequestSchema,
  CreateWorkflow: createWorkflowRequestSchema,
  UpdateWorkflow: updateWorkflowRequestSchema,
  AddDomain: addDomainRequestSchema,
} satisfies Record<string, z.ZodType>

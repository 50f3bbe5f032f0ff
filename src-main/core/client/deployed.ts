import type { Answer } from './answer'
import type { CallOptions } from './call-options'
import { type Campaign, campaignSchema } from '../../../src-shared/interface/campaign'
import { jsonText } from '../../../src-shared/interface/exact-number'
import {
  cancelledSchema,
  forgottenSchema,
  campaignRecipientSchema,
  type CampaignRecipient,
  recountedSchema,
  type TemplateUsage,
  templateUsageSchema,
} from '../../../src-shared/interface/deployed'
import { type Event, eventSchema } from '../../../src-shared/interface/event'
import { decodeList, decodeRecord, type ListPage } from '../../../src-shared/interface/paging'
import { type Execution, executionSchema } from '../../../src-shared/interface/workflow'
import { decodeAnswer, isRefusal } from './answers'
import type { Ask } from './asking'
import { recordPath } from './catalogue'
import { listQuery } from './query'
import { conditionsFromService } from './record-conditions'

/** The most events of one contact that are asked for. */
export const mostContactEvents = 10_000

/**
 * The calls that deployed services have beside the specified ones. Where a service does not have one it rejects with
 * `not_found`.
 */
export interface DeployedClient {
  /** Has the service look at the DNS of a domain now. */
  verifyDomain(id: string, options: CallOptions): Promise<Answer<null>>
  /** Has the service count a segment now, and record who came and went where it tracks membership. How many it has. */
  recountSegment(id: string, isTracked: boolean, options: CallOptions): Promise<Answer<number>>
  /** The events of a contact, the newest {@link mostContactEvents}. */
  contactEvents(contactId: string, options: CallOptions): Promise<Answer<Event[]>>
  /** Takes a field of the data (its key) from every contact. From how many. Refused where a segment names it. */
  deleteField(key: string, options: CallOptions): Promise<Answer<number>>
  /** Deletes all events of a name. How many. Refused where a segment or a workflow names it. */
  deleteEvents(name: string, options: CallOptions): Promise<Answer<number>>
  templateUsage(id: string, options: CallOptions): Promise<Answer<TemplateUsage>>
  /** Whom a campaign's mails bounced from, or who complained; the newest first. `cursor` null: from the beginning. */
  campaignRecipients(
    id: string,
    asked: { type: 'bounced' | 'complained'; cursor: string | null; limit: number },
    options: CallOptions,
  ): Promise<Answer<ListPage<CampaignRecipient>>>
  /** Makes a draft of a campaign, audience and all. Never repeated: where no answer comes, `outcome_unknown`. */
  duplicateCampaign(id: string, options: CallOptions): Promise<Answer<Campaign>>
  /** Sends a contact through a workflow. Never repeated: where no answer comes, `outcome_unknown`. */
  startExecution(workflowId: string, contactId: string, options: CallOptions): Promise<Answer<Execution>>
  cancelExecution(workflowId: string, executionId: string, options: CallOptions): Promise<Answer<null>>
  /** Cancels all that are under way. How many they were. */
  cancelExecutions(workflowId: string, options: CallOptions): Promise<Answer<number>>
}

/** These calls, made with `ask`. In one piece: it is a table of calls. */
export function deployedClient(ask: Ask): DeployedClient {
  const executions = (workflowId: string) => `${recordPath('workflows', workflowId)}/executions`
  return {
    verifyDomain: async (id, options) =>
      ask({ method: 'GET', path: `${recordPath('domains', id)}/verify` }, options, ({ answer }, key) =>
        decodeAnswer(answer, () => ({ ok: true, value: null }), key),
      ),
    recountSegment: async (id, isTracked, options) =>
      ask(
        {
          method: 'POST',
          path: `${recordPath('segments', id)}/${isTracked ? 'compute' : 'refresh'}`,
          body: '{}',
        },
        options,
        ({ answer }, key) => decodeAnswer(answer, (body) => decodeRecord(body, recountedSchema), key),
      ),
    contactEvents: async (contactId, options) =>
      ask(
        {
          method: 'GET',
          path: `/events/contact/${encodeURIComponent(contactId)}${listQuery({ limit: mostContactEvents })}`,
        },
        options,
        ({ answer }, key) =>
          decodeAnswer(
            answer,
            (body) => decodeList(body, 'events', eventSchema, { limit: mostContactEvents }),
            key,
          ).items,
      ),
    deleteField: async (key, options) =>
      ask(
        { method: 'DELETE', path: `/contacts/fields/${encodeURIComponent(`data.${key}`)}` },
        options,
        ({ answer }, used) => decodeAnswer(answer, (body) => decodeRecord(body, forgottenSchema), used),
      ),
    deleteEvents: async (name, options) =>
      ask({ method: 'DELETE', path: `/events/${encodeURIComponent(name)}` }, options, ({ answer }, key) =>
        decodeAnswer(answer, (body) => decodeRecord(body, forgottenSchema), key),
      ),
    templateUsage: async (id, options) =>
      ask({ method: 'GET', path: `${recordPath('templates', id)}/usage` }, options, ({ answer }, key) =>
        decodeAnswer(answer, (body) => decodeRecord(body, templateUsageSchema), key),
      ),
    campaignRecipients: async (id, { type, cursor, limit }, options) => {
      const request = cursor === null ? { limit } : { limit, cursor }
      return ask(
        { method: 'GET', path: `${recordPath('campaigns', id)}/recipients${listQuery(request, { type })}` },
        options,
        ({ answer }, key) =>
          decodeAnswer(
            answer,
            (body) => decodeList(body, 'recipients', campaignRecipientSchema, request),
            key,
          ),
      )
    },
    duplicateCampaign: async (id, options) =>
      ask(
        {
          method: 'POST',
          path: `${recordPath('campaigns', id)}/duplicate`,
          body: '{}',
          repeat: 'once',
        },
        options,
        ({ answer }, key) =>
          conditionsFromService(
            'campaigns',
            decodeAnswer(answer, (body) => decodeRecord(body, campaignSchema), key),
          ),
      ),
    startExecution: async (workflowId, contactId, options) =>
      ask(
        { method: 'POST', path: executions(workflowId), body: jsonText({ contactId }), repeat: 'once' },
        options,
        ({ answer }, key) => decodeAnswer(answer, (body) => decodeRecord(body, executionSchema), key),
      ),
    cancelExecution: async (workflowId, executionId, options) =>
      ask(
        { method: 'DELETE', path: `${executions(workflowId)}/${encodeURIComponent(executionId)}` },
        options,
        ({ answer }, key) =>
          answer.text.trim() === '' && !isRefusal(answer, undefined)
            ? null
            : decodeAnswer(answer, () => ({ ok: true, value: null }), key),
      ),
    cancelExecutions: async (workflowId, options) =>
      ask(
        { method: 'POST', path: `${executions(workflowId)}/cancel-all`, body: '{}' },
        options,
        ({ answer }, key) =>
          decodeAnswer(answer, (body) => decodeRecord(body, cancelledSchema), key).cancelled,
      ),
  }
}

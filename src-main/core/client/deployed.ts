import type { Answer, CallOptions } from './call-options'
import { type Campaign, campaignSchema } from '../../../src-shared/interface/campaign'
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
import type { ListPage } from '../../../src-shared/interface/paging'
import { type Execution, executionSchema } from '../../../src-shared/interface/workflow'
import { done, listIn, orNothing, recordIn } from './answers'
import { type Ask, get, post, postOnce, remove } from './asking'
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
    verifyDomain: async (id, options) => ask(get(`${recordPath('domains', id)}/verify`), options, done),
    recountSegment: async (id, isTracked, options) =>
      ask(
        post(`${recordPath('segments', id)}/${isTracked ? 'compute' : 'refresh'}`),
        options,
        recordIn(recountedSchema),
      ),
    contactEvents: async (contactId, options) =>
      ask(
        get(`/events/contact/${encodeURIComponent(contactId)}${listQuery({ limit: mostContactEvents })}`),
        options,
        (made, key) => listIn('events', eventSchema, { limit: mostContactEvents })(made, key).items,
      ),
    deleteField: async (key, options) =>
      ask(
        remove(`/contacts/fields/${encodeURIComponent(`data.${key}`)}`),
        options,
        recordIn(forgottenSchema),
      ),
    deleteEvents: async (name, options) =>
      ask(remove(`/events/${encodeURIComponent(name)}`), options, recordIn(forgottenSchema)),
    templateUsage: async (id, options) =>
      ask(get(`${recordPath('templates', id)}/usage`), options, recordIn(templateUsageSchema)),
    campaignRecipients: async (id, { type, cursor, limit }, options) => {
      const request = cursor === null ? { limit } : { limit, cursor }
      return ask(
        get(`${recordPath('campaigns', id)}/recipients${listQuery(request, { type })}`),
        options,
        listIn('recipients', campaignRecipientSchema, request),
      )
    },
    duplicateCampaign: async (id, options) =>
      ask(postOnce(`${recordPath('campaigns', id)}/duplicate`), options, (made, key) =>
        conditionsFromService('campaigns', recordIn(campaignSchema)(made, key)),
      ),
    startExecution: async (workflowId, contactId, options) =>
      ask(postOnce(executions(workflowId), { contactId }), options, recordIn(executionSchema)),
    cancelExecution: async (workflowId, executionId, options) =>
      ask(remove(`${executions(workflowId)}/${encodeURIComponent(executionId)}`), options, orNothing(done)),
    cancelExecutions: async (workflowId, options) =>
      ask(
        post(`${executions(workflowId)}/cancel-all`),
        options,
        (made, key) => recordIn(cancelledSchema)(made, key).cancelled,
      ),
  }
}

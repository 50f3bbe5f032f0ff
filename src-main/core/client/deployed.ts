import type { CallOptions } from './call-options'
import { campaignSchema } from '../../../src-shared/interface/campaign'
import {
  cancelledSchema,
  forgottenSchema,
  campaignRecipientSchema,
  recountedSchema,
  templateUsageSchema,
} from '../../../src-shared/interface/deployed'
import { eventSchema } from '../../../src-shared/interface/event'
import { executionSchema } from '../../../src-shared/interface/workflow'
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
export type DeployedClient = ReturnType<typeof deployedClient>

/** These calls, made with `ask`. In one piece: it is a table of calls. */
export function deployedClient(ask: Ask) {
  const executions = (workflowId: string) => `${recordPath('workflows', workflowId)}/executions`
  return {
    /** Has the service look at the DNS of a domain now. */
    verifyDomain: async (id: string, options: CallOptions) =>
      ask(get(`${recordPath('domains', id)}/verify`), options, done),
    /** Has the service count a segment now, and record who came and went where it tracks membership. How many it has. */
    recountSegment: async (id: string, isTracked: boolean, options: CallOptions) =>
      ask(
        post(`${recordPath('segments', id)}/${isTracked ? 'compute' : 'refresh'}`),
        options,
        recordIn(recountedSchema),
      ),
    /** The events of a contact, the newest {@link mostContactEvents}. */
    contactEvents: async (contactId: string, options: CallOptions) =>
      ask(
        get(`/events/contact/${encodeURIComponent(contactId)}${listQuery({ limit: mostContactEvents })}`),
        options,
        (made, key) => listIn('events', eventSchema, { limit: mostContactEvents })(made, key).items,
      ),
    /** Takes a field of the data (its key) from every contact. From how many. Refused where a segment names it. */
    deleteField: async (key: string, options: CallOptions) =>
      ask(
        remove(`/contacts/fields/${encodeURIComponent(`data.${key}`)}`),
        options,
        recordIn(forgottenSchema),
      ),
    /** Deletes all events of a name. How many. Refused where a segment or a workflow names it. */
    deleteEvents: async (name: string, options: CallOptions) =>
      ask(remove(`/events/${encodeURIComponent(name)}`), options, recordIn(forgottenSchema)),
    templateUsage: async (id: string, options: CallOptions) =>
      ask(get(`${recordPath('templates', id)}/usage`), options, recordIn(templateUsageSchema)),
    /** Whom a campaign's mails bounced from, or who complained; the newest first. `cursor` null: from the beginning. */
    campaignRecipients: async (
      id: string,
      { type, cursor, limit }: { type: 'bounced' | 'complained'; cursor: string | null; limit: number },
      options: CallOptions,
    ) => {
      const request = cursor === null ? { limit } : { limit, cursor }
      return ask(
        get(`${recordPath('campaigns', id)}/recipients${listQuery(request, { type })}`),
        options,
        listIn('recipients', campaignRecipientSchema, request),
      )
    },
    /** Makes a draft of a campaign, audience and all. Never repeated: where no answer comes, `outcome_unknown`. */
    duplicateCampaign: async (id: string, options: CallOptions) =>
      ask(postOnce(`${recordPath('campaigns', id)}/duplicate`), options, (made, key) =>
        conditionsFromService('campaigns', recordIn(campaignSchema)(made, key)),
      ),
    /** Sends a contact through a workflow. Never repeated: where no answer comes, `outcome_unknown`. */
    startExecution: async (workflowId: string, contactId: string, options: CallOptions) =>
      ask(postOnce(executions(workflowId), { contactId }), options, recordIn(executionSchema)),
    cancelExecution: async (workflowId: string, executionId: string, options: CallOptions) =>
      ask(remove(`${executions(workflowId)}/${encodeURIComponent(executionId)}`), options, orNothing(done)),
    /** Cancels all that are under way. How many they were. */
    cancelExecutions: async (workflowId: string, options: CallOptions) =>
      ask(
        post(`${executions(workflowId)}/cancel-all`),
        options,
        (made, key) => recordIn(cancelledSchema)(made, key).cancelled,
      ),
  }
}

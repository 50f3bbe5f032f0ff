import { dataText, mergeData } from '../audience/data-rules'
import type { TrackRequest } from '../../src-shared/interface/event'
import type { TimerClock } from '../clock'
import { type HttpRules, specifiedHttp } from '../dialect/http-rules'
import { campaignStore } from './campaigns'
import { contactBatches } from './contact-batches'
import { contactLister } from './contact-list'
import { contactStore } from './contacts'
import { domainStore } from './domains'
import { eventWriter } from './event-writer'
import { eventStore } from './events'
import { executionStore } from './executions'
import { idempotencyKeys } from './idempotency'
import { projectReader } from './project'
import { type ServiceDatabase, statements } from './statements'
import { templateStore } from './templates'
import { workflowStore } from './workflows'

/** Everything the routes can ask of the database. What comes later adds its own part here. */
export type Store = ReturnType<typeof createStore>

/** The store of an open database. */
export function createStore(
  db: ServiceDatabase,
  clock: TimerClock,
  { idempotencySweep }: Pick<HttpRules, 'idempotencySweep'> = specifiedHttp,
) {
  const writer = eventWriter(db, clock)
  const contacts = contactStore(db, writer, clock)
  const track = statements(db).whole(async ({ email, event, subscribed, data }: TrackRequest) => {
    const { row } = await contacts.upsert(email, { subscribed, data })
    // The event keeps what may be kept: the rules for a contact's data hold for it too.
    const eventData = data && dataText(mergeData({}, data))
    const { seq, createdAt } = await writer.record({ contact: row.seq, name: event, data: eventData })
    return { contact: row.seq, event: seq, createdAt }
  })
  return {
    project: projectReader(db),
    contacts,
    contactBatches: contactBatches(db, writer, clock),
    listContacts: contactLister(db),
    events: eventStore(db),
    /** Records events; whoever records one does it through this writer. */
    eventWriter: writer,
    /** Records a client's event and creates or updates its contact, in one transaction (interface.md section 4). */
    track,
    domains: domainStore(db),
    templates: templateStore(db, clock),
    campaigns: campaignStore(db),
    workflows: workflowStore(db, clock),
    executions: executionStore(db),
    idempotencyKeys: idempotencyKeys(db, idempotencySweep),
  }
}

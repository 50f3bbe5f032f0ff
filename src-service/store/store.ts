import { dataText, mergeData } from '../audience/data-rules'
import type { TrackRequest } from '../../src-shared/interface/event'
import type { TimerClock } from '../clock'
import { type HttpRules, specifiedHttp } from '../dialect/http-rules'
import { type Campaigns, campaignStore } from './campaigns'
import { type ContactLister, contactLister } from './contact-list'
import { type Contacts, contactStore } from './contacts'
import type { ServiceDatabase } from './database'
import { type Domains, domainStore } from './domains'
import { type EventWriter, eventWriter } from './event-writer'
import { type Events, eventStore } from './events'
import { type Executions, executionStore } from './executions'
import { type IdempotencyKeys, idempotencyKeys } from './idempotency'
import { type Project, projectReader } from './project'
import { type Templates, templateStore } from './templates'
import { type Workflows, workflowStore } from './workflows'

/** Everything the routes can ask of the database. What comes later adds its own part here. */
export interface Store {
  project(): Project
  contacts: Contacts
  listContacts: ContactLister
  events: Events
  /** Records events; whoever records one does it through this writer. */
  eventWriter: EventWriter
  /** Records a client's event and creates or updates its contact, in one transaction (interface.md section 4). */
  track(request: TrackRequest): { contact: number; event: number; createdAt: number }
  domains: Domains
  templates: Templates
  campaigns: Campaigns
  workflows: Workflows
  executions: Executions
  idempotencyKeys: IdempotencyKeys
}

/** The store of an open database. */
export function createStore(
  db: ServiceDatabase,
  clock: TimerClock,
  { idempotencySweep }: Pick<HttpRules, 'idempotencySweep'> = specifiedHttp,
): Store {
  const writer = eventWriter(db, clock)
  const contacts = contactStore(db, writer, clock)
  const track = db.transaction(({ email, event, subscribed, data }: TrackRequest) => {
    const { row } = contacts.upsert(email, { subscribed, data })
    // The event keeps what may be kept: the rules for a contact's data hold for it too.
    const eventData = data && dataText(mergeData({}, data))
    const { seq, createdAt } = writer.record({ contact: row.seq, name: event, data: eventData })
    return { contact: row.seq, event: seq, createdAt }
  })
  return {
    project: projectReader(db),
    contacts,
    listContacts: contactLister(db),
    events: eventStore(db),
    eventWriter: writer,
    track: (request) => track.immediate(request),
    domains: domainStore(db),
    templates: templateStore(db, clock),
    campaigns: campaignStore(db),
    workflows: workflowStore(db, clock),
    executions: executionStore(db),
    idempotencyKeys: idempotencyKeys(db, idempotencySweep),
  }
}

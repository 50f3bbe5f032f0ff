import type { SteppedStore } from './store'
import type { Database } from 'better-sqlite3'
import type { RunState } from '../../src-shared/bridge/sync'
import { activityStore, projectActivityStore } from '../features/activity/store'
import {
  Audience,
  CopiedMembers,
  KeptAudiences,
  LastEvents,
  ReadingSetting,
  RowsById,
  SegmentDays,
  SentMails,
  audienceStore,
} from '../features/segments/store'
import {
  groundFacts,
  openBatches,
  openLedger,
  countLedger,
  ruleStore,
  verdictStore,
} from '../features/verification/store'
import {
  PartTable,
  executionStore,
  catalogueStore,
  sweepable,
  catalogueTable,
  draftStore,
} from '../features/catalogue/store'
import { capabilityStore } from '../features/capabilities/store'
import {
  Addresses,
  FieldCounts,
  Imported,
  snapshots,
  IndexLifecycle,
  IndexSnapshot,
  NestedColumns,
  Newest,
  ContactOverview,
  ContactQueries,
  PickedSets,
  Selections,
  contactStore,
  ContactTable,
  ContactWriter,
  Keys,
  NewestVerdicts,
  viewStore,
} from '../features/contacts/store'
import {
  EventMatches,
  EventNames,
  ownEmail,
  type StoredEvent,
  eventStore,
  EventTable,
  EventWriter,
} from '../features/events/store'
import { importStore } from '../features/imports/store'
import { jobStore, requeueJobs } from '../jobs/store/jobs'
import { maintenanceStore } from '../core/database/maintenance'
import { outboxTable } from '../features/outbox/store'
import { recentStore } from '../features/recent/store'
import { reviewStore } from '../features/review/store'
import { openRecords } from '../features/records/store'
import { RunRegistry } from '../copying/store/registry'
import { runStore } from '../copying/store/store'
import {
  Bounces,
  campaignPeopleStore,
  CampaignPeopleTable,
  CampaignReading,
  CampaignWeeks,
  sendingStore,
} from '../features/campaigns/store'
import { planStore } from '../features/plans/store'
import { sentMailStore } from '../features/mail/store'
import { Session, type Counters } from '../core/database/session'
import { unreadStore } from '../copying/store/unread'
import { workStore } from '../jobs/store/work'

/** What a store needs beside its database. Times in milliseconds; `monotonic` never jumps. */
interface StoreSurroundings {
  folder: string
  encrypted: boolean
  now(): number
  monotonic(): number
}

/** A store over an open database, with the work it does of its own accord. */
export type Assembled = ReturnType<typeof assemble>

/** Puts the parts of the cache together. In one piece: it reads top to bottom like a parts list. */
export function assemble(db: Database, surroundings: StoreSurroundings) {
  const session = new Session(db, surroundings.now, surroundings.monotonic)
  const runRegistry = new RunRegistry(session)
  const outbox = outboxTable(session)

  const contacts = new ContactTable(session)
  const contactKeys = new Keys(session, {
    table: 'contact',
    other: 'email',
    otherTable: 'contact_email_key',
    fold: (email) => email.toLowerCase(),
  })
  const contactWriter = new ContactWriter(session, contacts, contactKeys, runRegistry)
  const newest = new Newest(session)
  const ledger = openLedger(session, contacts, contactKeys)
  const newestVerdicts = new NewestVerdicts(session, ledger.grounds, ledger.decisions)
  const lifecycle = new IndexLifecycle(
    session,
    contacts,
    new IndexSnapshot(session, snapshots(session, '')()),
    new FieldCounts(session),
    contactKeys,
    newestVerdicts,
  )
  const imported = new Imported(session, contactKeys)
  const selections = new Selections()
  const picked = new PickedSets(selections, 'contacts')
  const overview = new ContactOverview(session)
  contactWriter.follow(lifecycle)
  contactWriter.follow(overview)
  contactWriter.follow(imported)
  contactWriter.follow(ledger.known)
  contactWriter.follow({
    changed: (row, before, after) => {
      if (before?.created === after?.created) return
      if (before !== null) newest.removed(before.created, row)
      if (after !== null) newest.added(after.created, row)
    },
  })

  const events = new EventTable(session)
  const names = new EventNames(session)
  const eventKeys = new Keys(session, {
    table: 'event',
    other: 'contact_id',
    otherTable: 'event_contact_key',
    fold: (id) => id,
  })
  const eventWriter = new EventWriter(session, events, names, eventKeys, runRegistry)
  const addresses = new Addresses(contacts, contactKeys, lifecycle)
  const emailOf = (event: StoredEvent): string | null =>
    ownEmail(event) ?? (event.contact_id === null ? null : addresses.emailOf(event.contact_id))

  const ids = new RowsById(session, contactKeys)
  const lastEvents = new LastEvents(session, names, ids, eventKeys)
  const nested = new NestedColumns(session, contacts)
  const reading = new ContactQueries({
    session,
    newest,
    lifecycle,
    imported,
    keys: contactKeys,
    sets: picked,
    nested,
    events: lastEvents,
  })
  contactWriter.follow(ids)
  contactWriter.follow(lastEvents)
  eventWriter.follow(lastEvents)
  const mails = new SentMails(session, names, ids)
  eventWriter.follow(mails)
  const people = new CampaignPeopleTable(session)
  const gotWhat = new CampaignReading({ session, table: people, contacts, events, names, ids })
  contactWriter.follow(gotWhat)
  eventWriter.follow(gotWhat)
  const bounces = new Bounces({ session, verdicts: newestVerdicts })
  const weeks = new CampaignWeeks({ session, events, names, ids, bounces })
  const keptAudiences = new KeptAudiences(session)
  contactWriter.follow(keptAudiences)
  const segmentDays = new SegmentDays(session)
  contactWriter.follow(segmentDays)
  const parts = new PartTable(session)
  const copied = new CopiedMembers(session, parts, ids)
  contactWriter.follow(copied)
  const filterReading = new ReadingSetting(session)
  const audience = new Audience(session, contacts, nested, lifecycle, lastEvents, ids, copied, filterReading)

  const batches = openBatches({
    session,
    classes: newestVerdicts,
    facts: groundFacts(ledger.grounds),
    contacts,
    keys: contactKeys,
    selections,
    standings: ledger.standings,
  })
  contactWriter.follow(batches.openBatches)
  contactWriter.follow(batches.tallies)
  const records = openRecords(session, selections)
  const catalogue = { session, registry: runRegistry, parts, table: catalogueTable(session) }

  const decisions = ruleStore(session, ledger, () => {
    lifecycle.reclassing()
    batches.reclassed()
  })

  session.write(() => {
    runRegistry.table.requeue()
    requeueJobs(session)
  })
  countLedger(session, ledger)

  const store: SteppedStore = {
    contacts: contactStore({
      session,
      table: contacts,
      keys: contactKeys,
      writer: contactWriter,
      lifecycle,
      reading,
      nested,
      overview,
      selections,
      picked,
      verdicts: newestVerdicts,
      registry: runRegistry,
      outbox,
      countEvents: (contactId) => eventKeys.findOthers(contactId).length,
    }),
    events: eventStore({
      session,
      table: events,
      keys: eventKeys,
      names,
      matches: new EventMatches(session, events, eventKeys, names, addresses),
      writer: eventWriter,
      emailOf,
    }),
    runs: runStore(session, runRegistry, {
      contacts: {
        total: () => session.counters.contacts,
        lastRow: () => contacts.lastRow(),
        between: (from, to) => contacts.between(from, to),
        removeRow: (row) => contactWriter.removeRow(row),
      },
      events: {
        total: () => session.counters.events,
        lastRow: () => events.lastRow(),
        between: (from, to) => events.between(from, to),
        removeRow: (row) => eventWriter.removeRow(row),
      },
      eventNames: {
        total: () => names.listed(),
        lastRow: () => names.last(),
        between: (from, to) => names.listedBetween(from, to),
        removeRow: (number) => {
          names.setListed(number, false)
          names.flush()
        },
      },
      segments: sweepable(catalogue, 'segments'),
      templates: sweepable(catalogue, 'templates'),
      campaigns: sweepable(catalogue, 'campaigns'),
      workflows: sweepable(catalogue, 'workflows'),
      domains: sweepable(catalogue, 'domains'),
    }),
    catalogue: catalogueStore(catalogue),
    catalogueParts: parts.store(),
    drafts: draftStore(session),
    unread: unreadStore(session),
    executions: executionStore(session),
    reviews: reviewStore(session),
    capabilities: capabilityStore(session),
    projectActivity: projectActivityStore(session),
    sendings: sendingStore(session),
    plans: planStore({
      session,
      contacts,
      keys: contactKeys,
      selections,
      lifecycle,
      events: lastEvents,
      newest: newestVerdicts,
      bounces,
    }),
    campaignPeople: campaignPeopleStore({
      session,
      table: people,
      reading: gotWhat,
      contacts,
      queries: reading,
    }),
    sentMails: sentMailStore(session),
    outbox: outbox.store,
    activity: activityStore(session),
    jobs: jobStore(session),
    work: workStore(session),
    views: viewStore(session),
    recent: recentStore({ session, contacts, contactKeys, catalogue: catalogue.table }),
    records: records.store,
    verdicts: {
      ...verdictStore(session, ledger, (emails) => {
        newestVerdicts.adding()
        lifecycle.judging(emails)
      }),
      ...decisions.store,
    },
    batches: batches.store,
    audience: audienceStore({
      session,
      contacts,
      contactOf: (id) => {
        const row = contactKeys.find(id)
        return row === undefined ? undefined : contacts.get(row)
      },
      audience,
      lifecycle,
      selections,
      events: lastEvents,
      mails,
      ids,
      kept: keptAudiences,
      days: segmentDays,
      reading: filterReading,
      newest: newestVerdicts,
      bounces,
    }),
    campaignWeeks: weeks.store(),
    imports: importStore(session, imported),
    maintenance: maintenanceStore({
      session,
      folder: surroundings.folder,
      encrypted: surroundings.encrypted,
      clear: () => {
        contactKeys.clear()
        eventKeys.clear()
        names.clear()
        newest.clear()
        lifecycle.clear()
        overview.clear()
        imported.clear()
        audience.relax()
        mails.forget()
        people.clear()
        bounces.clear()
        weeks.clear()
        keptAudiences.clear()
        segmentDays.clear()
        runRegistry.seen.clear()
        records.clear()
        batches.openBatches.forgetContacts()
        batches.tallies.forgetPeople()
      },
      compareIndex: () => lifecycle.compare(),
    }),
  }

  return {
    store,
    /** Work that waits for a quiet moment; null where there is none. */
    nextTask: () => {
      const isLoading = (resource: 'contacts' | 'events', ...states: RunState[]) =>
        runRegistry.table.liveOf(resource).some(({ run }) => states.includes(run.state))
      // A first load that waits to go on after a restart is quicker, and writes less, without its keys.
      if (contactKeys.isBare && !isLoading('contacts', 'running', 'queued')) return contactKeys.build()
      if (eventKeys.isBare && !isLoading('events', 'running', 'queued')) return eventKeys.build()
      if (lifecycle.needsSaving && !isLoading('contacts', 'running')) return lifecycle.save()
      return records.nextTask() ?? decisions.sweep() ?? batches.sweep()
    },
    /** Gives memory back; for when nothing was asked for a while. */
    relax: () => {
      batches.openBatches.relax()
      records.relax()
      keptAudiences.relax()
      if (lifecycle.canBeReleased) {
        lifecycle.forget()
        audience.relax()
        mails.forget()
      }
      db.pragma('shrink_memory')
    },
    onChange: (listener: (counters: Counters) => void) => session.onChange(listener),
  }
}

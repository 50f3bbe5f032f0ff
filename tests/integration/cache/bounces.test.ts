import { expect, it } from 'vitest'
import type { CacheStore } from '../../../src-main/cache/store'
import { signMeanings } from '../../../src-main/features/verification/store/ledger/classes'
import type { Contact } from '../../../src-shared/interface/contact'
import type { Event } from '../../../src-shared/interface/event'
import { load, loadEvents, openStore } from './support'

const day = 86_400_000
const now = Date.UTC(2026, 10, 20)
const people = 1000

/** Every tenth is at a domain that bounces; the others accept mail by a verdict that is a month old. */
const emailOf = (at: number) => `p${at}@${at % 10 === 0 ? 'bad' : 'good'}.example`
const sentAt = (number: number) => now - (number + 1) * 10 * day
const subjectOf = (number: number) => `Campaign number ${number}`

function contact(at: number): Contact {
  const createdAt = new Date(now - 400 * day).toISOString()
  return { id: `c${at}`, email: emailOf(at), subscribed: true, data: {}, createdAt, updatedAt: createdAt }
}

function events(number: number, bounces: (at: number) => boolean): Event[] {
  const told = (name: string, at: number, after: number): Event => ({
    id: `${name} ${number} ${at}`,
    name,
    contactId: `c${at}`,
    emailId: `mail ${number} ${at}`,
    data: { subject: subjectOf(number) },
    createdAt: new Date(sentAt(number) + after).toISOString(),
  })
  return Array.from({ length: people }, (_, at) => at).flatMap((at) => [
    told('email.sent', at, 0),
    told(bounces(at) ? 'email.bounce' : 'email.delivery', at, 60_000),
  ])
}

const campaign = (number: number) => ({
  campaign: {
    id: `campaign ${number}`,
    subject: subjectOf(number),
    from: sentAt(number) - day,
    to: sentAt(number) + 9 * day,
  },
  sentAt: sentAt(number),
  until: sentAt(number) + 7 * day,
  isOver: false,
})

function filled(campaigns: number) {
  const opened = openStore({ now: () => now })
  const { store, settle } = opened
  load(
    store,
    Array.from({ length: people }, (_, at) => contact(at)),
  )
  store.verdicts.useRules(signMeanings)
  store.verdicts.add(
    Array.from({ length: people }, (_, at) => ({
      email: emailOf(at),
      class: 'accepts' as const,
      reasons: ['It takes mail'],
      suggestion: null,
      answer: null,
      at: now - 60 * day,
      source: 'service' as const,
      signs: ['takesMail'],
    })),
  )
  const bad = (at: number) => at % 10 === 0 && at % 40 !== 0
  loadEvents(store, Array.from({ length: campaigns }, (_, number) => events(number, bad)).flat())
  settle()
  return opened
}

function learn(store: CacheStore, campaigns: number): void {
  for (let number = 0; number < campaigns; number += 1)
    store.campaignWeeks.of({ ...campaign(number), atLeast: people * 0.95 })
}

const survey = (store: CacheStore) =>
  store.audience.survey({
    asker: 'test',
    condition: null,
    segments: [],
    subscribedOnly: true,
    variables: [],
    recent: null,
    sent: [],
    previous: null,
  })

it('projects by the rule until there are enough campaigns, and says what there is', () => {
  const { store } = filled(2)
  learn(store, 2)
  expect(survey(store)).toMatchObject({
    expectedBounces: null,
    bounceBasis: { kind: 'rule', campaigns: 2, mails: 2000, bounces: 150, scores: null },
  })
})

it('learns from the bounces of campaigns how many come back, with a smaller error than the rule', () => {
  const { store } = filled(4)
  learn(store, 4)
  const { expectedBounces, bounceBasis } = survey(store)
  expect(bounceBasis).toMatchObject({ kind: 'learnt', campaigns: 4, mails: 4000, bounces: 300 })
  expect(bounceBasis.scores?.learnt).toBeLessThan((bounceBasis.scores?.rule ?? 0) * 0.5)
  // 75 of 1,000 bounced each time; the rule would say 5.
  expect(expectedBounces).toBeGreaterThan(60)
  expect(expectedBounces).toBeLessThan(80)
})

it('tells a plan what is to come back from each domain, as was learnt, and adds up to what the review says', () => {
  const { store } = filled(4)
  const domainsOf = () => store.plans.domains({ selectionId: survey(store).selectionId, most: 1 }).domains
  const [unlearnt] = domainsOf()
  expect(unlearnt).toMatchObject({ domain: 'good.example', people: 900, expectedBounces: null })
  expect(unlearnt?.verdicts).toMatchObject({ accepts: 900, notChecked: 0 })
  learn(store, 4)
  const [good, others] = domainsOf()
  expect(good?.expectedBounces).toBeLessThan(10)
  expect(others).toMatchObject({ domain: null, people: 100, verdicts: { accepts: 100 } })
  expect(others?.expectedBounces).toBeGreaterThan(50)
  const sum = (good?.expectedBounces ?? 0) + (others?.expectedBounces ?? 0)
  expect(sum).toBeCloseTo(survey(store).expectedBounces ?? 0)
})

it('counts a campaign once, and forgets with the copy', () => {
  const { store } = filled(3)
  learn(store, 3)
  learn(store, 3)
  expect(survey(store).bounceBasis).toMatchObject({ campaigns: 3, mails: 3000 })
  expect(store.campaignWeeks.kept()).toEqual(['campaign 0', 'campaign 1', 'campaign 2'])
  store.maintenance.clear()
  expect(survey(store).bounceBasis).toMatchObject({ kind: 'rule', campaigns: 0, mails: 0 })
})

it('learns nothing from a campaign of which the events tell too little', () => {
  const { store } = filled(3)
  store.campaignWeeks.of({ ...campaign(0), atLeast: people * 2 })
  expect(store.campaignWeeks.kept()).toEqual([])
  store.campaignWeeks.of({ ...campaign(0), atLeast: people * 2, isOver: true })
  expect(store.campaignWeeks.kept()).toEqual(['campaign 0'])
  expect(survey(store).bounceBasis).toMatchObject({ campaigns: 0, mails: 0 })
})

it('takes an address for what was known of it when the mail was sent, not for what is known now', () => {
  const { store, db } = filled(3)
  const found = { class: 'undeliverable' as const, reasons: ['It bounced'], suggestion: null, answer: null }
  store.verdicts.add([
    { ...found, email: emailOf(10), at: now - day, source: 'service', signs: ['noMailServer'] },
  ])
  learn(store, 3)
  const classes = db.prepare('SELECT DISTINCT class, age FROM bounce_count ORDER BY age').raw().all()
  // Sent 10, 20 and 30 days ago, by verdicts of 60 days ago.
  expect(classes).toEqual([[0, 1]])
})

it('finds what was known of an address at a moment in the order of the ledger', () => {
  const { db } = filled(0)
  const sql = "SELECT at, ground FROM verdict WHERE email = 'a' AND at <= 5 ORDER BY at DESC LIMIT 1"
  const plan = db.prepare(`EXPLAIN QUERY PLAN ${sql}`).all() as { detail: string }[]
  expect(plan.map(({ detail }) => detail)).toEqual(['SEARCH verdict USING PRIMARY KEY (email=? AND at<?)'])
})

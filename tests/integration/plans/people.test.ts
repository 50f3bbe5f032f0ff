import { expect, it, onTestFinished } from 'vitest'
import { assemble } from '../../../src-main/cache/assemble'
import { migrations } from '../../../src-main/cache/schema/first'
import { driven } from '../../fixtures/driven-store'
import { openDatabase } from '../../../src-main/core/database/database'
import { planSlices } from '../../../src-shared/sending-plan/slices'
import { contacts, load, loadEvents, temporaryFolder } from '../cache/support'
import { even, warmUp } from '../../unit/sending-plan/settings'

const mail = {
  subject: 'Tides',
  body: '<p>Tides</p>',
  from: 'a@b.example',
  fromName: '',
  replyTo: '',
  type: 'MARKETING' as const,
}

/** A copy of so many people, with the statements that ask about plans, and their query plans. */
function openCopy(count: number) {
  const folder = temporaryFolder()
  const db = openDatabase({ folder, key: null }, migrations)
  onTestFinished(() => {
    db.close()
  })
  const statements = new Set<string>()
  const prepare = db.prepare.bind(db)
  db.prepare = (source: string) => {
    if (/^\s*(SELECT|UPDATE|DELETE).*\bplan/is.test(source))
      statements.add(source.replace(/\s+/g, ' ').trim())
    return prepare(source)
  }
  const store = driven(assemble(db, { folder, encrypted: false, now: () => 1, monotonic: () => 1 }).store)
  load(store, contacts(0, count))
  const everybody = () =>
    store.contacts.freeze({
      query: { search: '', filters: [], sort: { field: 'createdAt', direction: 'desc' } },
    })
  const plans = () =>
    new Map(
      [...statements].map((source) => {
        const lines = prepare(`EXPLAIN QUERY PLAN ${source.replace(/[?]|@\w+/g, '5')}`).all() as {
          detail: string
        }[]
        return [source, lines.map(({ detail }) => detail).join('; ')]
      }),
    )
  return { db, store, everybody, plans }
}

function begin({ store, everybody }: ReturnType<typeof openCopy>, settings = even(), hash = 'h') {
  const { selectionId } = everybody()
  const { domains } = store.plans.domains({ selectionId, most: 3 })
  const slices = planSlices(settings, domains).map(({ byDomain }, at) => ({ at, byDomain }))
  return store.plans.begin({
    plan: { campaign: 'c', name: 'Tides', mail, hash, settings },
    selectionId,
    parts: domains.map(({ domain }) => domain),
    slices,
    now: 1,
  })
}

const addressesOf = ({ store }: ReturnType<typeof openCopy>, plan: number, slice: number): string[] => {
  const found: string[] = []
  for (let after: string | null = ''; after !== null;) {
    const page = store.plans.addresses({ plan, slice, after, limit: 70 })
    found.push(...page.emails)
    after = page.next
  }
  return found
}

it('gives everybody a place in one slice, and in one alone', () => {
  const copy = openCopy(1700)
  const plan = begin(copy)
  const all = plan.slices.flatMap(({ number }) => addressesOf(copy, plan.id, number))
  expect(plan.slices.length).toBeGreaterThan(2)
  expect(all).toHaveLength(1700)
  expect(new Set(all).size).toBe(1700)
})

it('puts those first who did something lately', () => {
  const copy = openCopy(1200)
  const late = contacts(700, 720)
  loadEvents(
    copy.store,
    late.map(({ id }, at) => ({
      id: `e${at}`,
      name: 'lamp_lit',
      contactId: id,
      createdAt: '2026-11-20T10:00:00.000Z',
    })),
  )
  const plan = begin(copy, warmUp())
  const first = addressesOf(copy, plan.id, 1)
  expect(first).toHaveLength(500)
  expect(late.filter(({ email }) => !first.includes(email))).toEqual([])
})

it('has one plan of a campaign at a time', () => {
  const copy = openCopy(600)
  begin(copy)
  expect(() => begin(copy)).toThrow('It leaves by a plan already')
})

it('gives those who are to come other slices, in their order, and nobody two', () => {
  const copy = openCopy(1700)
  const { store } = copy
  const plan = begin(copy)
  const got = new Set(addressesOf(copy, plan.id, 1))
  const [gone = ''] = addressesOf(copy, plan.id, 2)
  store.plans.leaveOut({ plan: plan.id, emails: [gone] })
  const { domains, all } = store.plans.toCome({ plan: plan.id, from: 2, most: 3 })
  expect(all).toBe(1700 - got.size - 1)
  const settings = even({ pace: { ...even().pace, size: { value: 600, unit: 'people' } } as never })
  const slices = planSlices(settings, domains).map(({ byDomain }, at) => ({ at, byDomain }))
  const now = store.plans.replan({
    plan: plan.id,
    from: 2,
    settings,
    parts: domains.map(({ domain }) => domain),
    slices,
  })
  const later = now.slices.slice(1).flatMap(({ number }) => addressesOf(copy, plan.id, number))
  expect(new Set(later).size).toBe(later.length)
  expect(later).toHaveLength(1700 - got.size - 1)
  expect(later.filter((email) => got.has(email) || email === gone)).toEqual([])
})

it('finds what it asks by an index', () => {
  const copy = openCopy(600)
  const { store } = copy
  const { id } = begin(copy)
  store.plans.of('c')
  store.plans.madeFor('x')
  store.plans.counts(id)
  store.plans.toCome({ plan: id, from: 1, most: 3 })
  store.plans.leaveOutDomain({ plan: id, domain: 'example.com', from: 1 })
  store.plans.leaveOutGone({ plan: id, slice: 1, subscribedOnly: true })
  store.plans.note({ plan: id, at: 1, note: { say: 'told.planDone', values: {} } })
  store.plans.notes(id)
  copy.db.exec('ANALYZE')
  const found = copy.plans()
  expect(found.size).toBeGreaterThan(10)
  // Those that are open are the whole of their index.
  for (const [source, plan] of found)
    if (!plan.includes('plan_open')) expect(plan, source).not.toMatch(/SCAN(?! plan_person USING COVERING)/)
})

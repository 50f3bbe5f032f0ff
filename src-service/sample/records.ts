import { ensureRecordAccount } from '../records/account'
import { step } from '../records/record-order'
import type Database from 'better-sqlite3'
import { vesselName } from './account'
import type { TakenAddresses } from './addresses'
import { companyAt } from './companies'
import { cultures } from './cultures'
import { span } from './growth'
import { inventPerson } from './person'
import { type Random, Weighted } from './random'
import { asciiOf } from './culture'

/** What a record is about. */
const kinds = new Weighted<'person' | 'company' | 'asset'>([
  ['person', 62],
  ['company', 21],
  ['asset', 17],
])
const titles = 'skipper,purchasing,harbour master,chandler,fleet manager,accounts,engineer,owner'.split(',')
const industries = 'freight,fishing,charter,boat building,towage,tourism,insurance,marine supplies'.split(',')
const stages = 'lead,contacted,offer sent,customer,lost'.split(',')
const makes = 'sailing yacht,motor yacht,trawler,tug,ferry,dinghy,pilot boat,barge'.split(',')

/** What makes the records: they come to as many as there are contacts. */
interface RecordSource {
  db: Database.Database
  random: Random
  taken: TakenAddresses
  contacts: number
  /** Milliseconds since 1970 that the sample begins at. */
  from: number
}

/**
 * Fills the record tables: the people who keep them, and records of people, companies and vessels. Somewhat more than
 * half of the people are contacts too, by the same address; the others nobody has written to yet.
 */
export function fillRecords({ db, random, taken, contacts, from }: RecordSource): void {
  ensureRecordAccount(db, from)
  const user = db.prepare<[string, string, string, number, number]>(
    'INSERT INTO record_user (name, email, role, active, created_at) VALUES (?, ?, ?, ?, ?)',
  )
  const insert = db.prepare<[number, string, string, number, number]>(
    'INSERT INTO record (position, type, fields, created_at, updated_at) VALUES (?, ?, ?, ?, ?)',
  )
  const contact = db
    .prepare<[number], [string, string]>('SELECT email, data FROM contact WHERE seq = ?')
    .raw()
  // Goes through all contacts in an order of its own: a step that shares no factor with their number.
  const stride = coprime(contacts, Math.floor(contacts * 0.618))
  const nextContact = (at: number) => contact.get(1 + ((at * stride) % contacts))

  const writers = {
    person: (at: number) => person(random, taken, random.chance(0.58) ? nextContact(at) : undefined),
    company: () => company(random),
    asset: (at: number) => asset(random, random.chance(0.3) ? nextContact(at) : undefined),
  }
  const addUsers = db.transaction(() => {
    staff.forEach(({ name, email, role, active }, at) =>
      user.run(name, email, role, active ? 1 : 0, from + at * 9 * 86_400_000),
    )
  })
  const addRecords = db.transaction((start: number, end: number) => {
    for (let at = start; at < end; at++) {
      const type = kinds.pick(random)
      const fields = JSON.stringify({ ...writers[type](at), owner: random.pick(staff).name })
      const created = from + Math.floor((span * (at + random.next())) / contacts)
      const updated = random.chance(0.4)
        ? created + Math.floor((from + span - created) * random.next())
        : created
      insert.run((at + 1) * step, type, fields, created, updated)
    }
  })
  addUsers()
  for (let start = 0; start < contacts; start += 10_000) addRecords(start, Math.min(start + 10_000, contacts))
}

function person(random: Random, taken: TakenAddresses, contact: [string, string] | undefined): object {
  const known = contact ? fromContact(contact) : fromNobody(random, taken)
  return {
    ...known,
    ...(random.chance(0.5) && { phone: phone(random) }),
    ...(random.chance(0.6) && { title: random.pick(titles) }),
    ...(random.chance(0.7) && { stage: random.pick(stages) }),
    ...(random.chance(0.3) && { lastCall: day(random) }),
    ...(random.chance(0.12) && { doNotCall: true }),
  }
}

/** What is known of a contact, as somebody who keeps records by hand has taken it over. */
function fromContact([email, data]: [string, string]): object {
  const { name, company: employer, city }: Record<string, unknown> = JSON.parse(data)
  return {
    ...(name !== undefined && { name }),
    email,
    ...(employer !== undefined && { company: employer }),
    ...(city !== undefined && { address: { city } }),
  }
}

function fromNobody(random: Random, taken: TakenAddresses): object {
  const { name, email, company: employer, city } = inventPerson(random, taken)
  return {
    ...(name && { name: name.full }),
    // Some cards have no address.
    ...(random.chance(0.8) && { email }),
    ...(employer !== undefined && { company: employer }),
    ...(random.chance(0.6) && { address: { city } }),
  }
}

function company(random: Random): object {
  const culture = cultures.pick(random)
  const { name, domain } = companyAt(culture, random.whole(0, 2999))
  return {
    name,
    ...(random.chance(0.85) && { domain }),
    ...(random.chance(0.4) && { email: `office@${domain}` }),
    ...(random.chance(0.7) && { industry: random.pick(industries) }),
    ...(random.chance(0.65) && { employees: Math.floor(3 / (1 - random.next()) ** 0.9) }),
    address: { city: random.pick(culture.cities), country: culture.locale.slice(-2) },
    ...(random.chance(0.35) && { revenue: random.whole(40, 9000) * 1000, currency: culture.currency }),
    ...(random.chance(0.5) && { stage: random.pick(stages) }),
  }
}

function asset(random: Random, contact: [string, string] | undefined): object {
  return {
    name: vesselName(random),
    make: random.pick(makes),
    length: Math.round(10 * (4 + 40 * random.next() ** 3)) / 10,
    ...(random.chance(0.6) && { built: random.whole(1958, 2025) }),
    ...(random.chance(0.5) && { berth: `${'ABCDEF'.charAt(random.whole(0, 5))}${random.whole(1, 40)}` }),
    ...(contact && { skipperEmail: contact[0] }),
    ...(random.chance(0.4) && { insuredUntil: day(random) }),
    ...(random.chance(0.2) && { tags: [random.pick(['for sale', 'ashore', 'refit', 'charter'])] }),
  }
}

const phone = (random: Random): string =>
  `+${random.whole(30, 98)} ${random.whole(20, 99)} ${random.whole(100, 999)} ${random.whole(1000, 9999)}`

/** A day without a time, of no importance to the order of things. */
function day(random: Random): string {
  return new Date(Date.UTC(2023, 0, 1) + random.whole(0, 1400) * 86_400_000).toISOString().slice(0, 10)
}

function coprime(count: number, near: number): number {
  const divisor = (a: number, b: number): number => (b === 0 ? a : divisor(b, a % b))
  let found = Math.max(1, near)
  while (divisor(count, found) > 1) found++
  return found
}

/** Somebody of the product's own people, who keep the records. */
interface StaffMember {
  name: string
  email: string
  role: 'admin' | 'editor' | 'viewer'
  active: boolean
}

const people: [name: string, role: StaffMember['role'], active?: false][] = [
  ['Ingrid Solheim', 'admin'],
  ['Tomás Ferreira', 'editor'],
  ['Aoife Brennan', 'editor'],
  ['Jun Minato', 'editor'],
  ['Karel Dvořák', 'viewer', false],
  ['Sanna Lindqvist', 'admin'],
  ['Mehmet Yıldız', 'editor'],
  ['Priya Nair', 'viewer'],
  ['Owen Pritchard', 'editor', false],
  ['Lucía Ortega', 'editor'],
  ['Wiebke Harms', 'viewer'],
  ['Daniel Okafor', 'editor'],
  ['Hélène Garnier', 'viewer'],
]

/** The people who keep the sample's records. */
const staff: readonly StaffMember[] = people.map(([name, role, active = true]) => ({
  name,
  email: `${asciiOf(name.split(' ')[0] ?? name)}@harbournotes.app`,
  role,
  active,
}))

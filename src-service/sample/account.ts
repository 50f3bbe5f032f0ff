import type { Person } from './person'
import { type Random, Weighted } from './random'

/** What a contact has with the product as time goes by. The story changes it; what is left is their `data`. */
export interface Account {
  plan: 'free' | 'pro' | 'team'
  seats: number
  /** Whether a trial is running; undefined when there never was one. */
  trial?: boolean
  /** Milliseconds since 1970. */
  lastInvoice?: number
}

/** What a person is heading for: the story leads there. */
interface Fate {
  plan: Account['plan']
  /** Seats when they begin. */
  seats: number
  /** Whether the trial of a paid plan ends with buying it. */
  converts: boolean
}

const plans = new Weighted<Account['plan']>([
  ['free', 50],
  ['pro', 34],
  ['team', 16],
])

/** Rolls what becomes of a person. Seats have a long tail. */
export function fateOf(random: Random): Fate {
  const plan = plans.pick(random)
  const tail = Math.floor(1.6 / (1 - random.next()) ** 0.75)
  const seats = plan === 'free' ? 1 : Math.min(plan === 'team' ? tail + 4 : tail, 240)
  return { plan, seats, converts: random.chance(0.7) }
}

const vessels =
  'Kittiwake,Sanderling,Stella Maris,Ørnen,Vesta,Marie-Jeanne,Sjöjungfrun,Halcyon,Seafret,Corrie,Petite Ourse,Alba,Tíbrá,' +
  'Gaia,Nausikaa,Bora Bora,Rán,Estrela do Mar,Þokki,Dreizehn,Nordlicht,Skua,Mistral,Ariel,Umi Kaze,Zorba,Lady Anne,' +
  'Zeezicht,Pinta,Tramontana'
const vesselNames = vessels.split(',')
/** The name of a vessel. */
export const vesselName = (random: Random): string => random.pick(vesselNames)
const tags =
  'sail,motor,winter berth,racing,charter,liveaboard,workboat,press,founding member,waiting list'.split(',')
const sources =
  'Spring fair page,search,a friend,harbour office,newsletter,boat show,app store,partner port'.split(',')
const crewRoles = 'skipper,mate,engineer,cook'.split(',')

/** Where a sign-up came from. */
export const sourceOf = (random: Random): string => random.pick(sources)

/** A day of the harbour's paper files: a date without a time, older than the service. */
function dateOf(random: Random): string {
  const day = Date.UTC(2004, 0, 1) + random.whole(0, 7300) * 86_400_000
  return new Date(day).toISOString().slice(0, 10)
}

const tenth = (value: number): number => Math.round(value * 10) / 10

/**
 * A contact's `data`, as JSON text: strings, numbers, booleans, dates, nested values and lists, and gaps everywhere, as
 * forms that were filled in by people leave them.
 */
export function dataOf(random: Random, person: Person, account: Account): string {
  const data: Record<string, unknown> = {}
  const { name, company, city, culture } = person
  if (name && random.chance(0.94)) data['name'] = name.full
  if (name && random.chance(0.86)) data['firstName'] = name.first
  if (random.chance(0.78)) data['city'] = city
  if (company && random.chance(0.88)) data['company'] = company
  if (random.chance(0.72)) data['locale'] = culture.locale
  if (account.plan !== 'free' || random.chance(0.8)) data['plan'] = account.plan
  if (account.plan !== 'free' || random.chance(0.2)) data['seats'] = account.seats
  if (account.trial !== undefined) data['trial'] = account.trial
  if (account.lastInvoice !== undefined) data['lastInvoice'] = new Date(account.lastInvoice).toISOString()
  if (random.chance(0.55)) data['score'] = tenth(100 * random.next() ** 1.5)
  if (random.chance(0.45)) data['newsletter'] = random.chance(0.7)
  if (random.chance(0.22)) {
    data['vessel'] = {
      name: vesselName(random),
      length: tenth(4 + 30 * random.next() ** 3),
      ...(random.chance(0.8) && { port: random.pick(culture.cities) }),
    }
  }
  if (random.chance(0.24)) {
    const one = random.pick(tags)
    const other = random.pick(tags)
    data['tags'] = one === other || random.chance(0.4) ? [one] : [one, other]
  }
  if (random.chance(0.16)) data['memberSince'] = dateOf(random)
  if (random.chance(0.03)) {
    const start = random.whole(0, culture.given.length - 1)
    data['crew'] = crewRoles.slice(random.whole(0, 3)).map((role, at) => ({
      name: culture.given[(start + at) % culture.given.length]?.written,
      role,
    }))
  }
  return JSON.stringify(data)
}

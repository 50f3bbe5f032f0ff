import type { Contact } from '../../../src-shared/interface/contact'
import { seeded } from '../../fixtures/seeded'

const given =
  'Anna Ben Chloé Dmitri Elif Farid Grace Hiro Ines Jonas Kofi Lena Mateo Nadia Olu Priya Quinn Rosa Sven Tariq'.split(
    ' ',
  )
const family =
  'Adler Bianchi Chen Duarte Eriksen Fofanah Garcia Haddad Ito Jansen Kaya Lopez Mensah Nowak Okafor Petrov Rossi Silva Tanaka Weber'.split(
    ' ',
  )
const cities =
  'Accra Bergen Cork Dakar Essen Florence Ghent Haifa Izmir Jena Kyoto Lyon Malmö Nantes Oslo Porto'.split(
    ' ',
  )
const plans = ['free', 'free', 'free', 'pro', 'pro', 'team', 'enterprise']
const newest = Date.UTC(2026, 8, 1)

function uuid(draw: () => number): string {
  const part = (): string =>
    Math.floor(draw() * 4294967296)
      .toString(16)
      .padStart(8, '0')
  const text = part() + part() + part() + part()
  return `${text.slice(0, 8)}-${text.slice(8, 12)}-4${text.slice(13, 16)}-a${text.slice(17, 20)}-${text.slice(20)}`
}

/** Contacts with random UUIDs, newest first over two years, about 320 bytes of JSON each; always the same ones. */
export function* contacts(count: number): Generator<Contact> {
  const draw = seeded(7)
  const one = <T>(from: readonly T[]): T => from[Math.floor(draw() * draw() * from.length)] as T
  const step = (730 * 86_400_000) / count
  for (let index = 0; index < count; index += 1) {
    const [first, last] = [one(given), one(family)]
    const host =
      draw() < 0.36
        ? 'gmail.com'
        : draw() < 0.3
          ? 'outlook.com'
          : `firm${Math.floor(draw() * draw() * 20_000)}.example`
    const createdAt = new Date(newest - Math.floor(index * step)).toISOString()
    yield {
      id: uuid(draw),
      email: `${first}.${last}${Math.floor(draw() * 1_000_000)}@${host}`.toLowerCase(),
      subscribed: draw() > 0.1,
      data: {
        firstName: first,
        lastName: last,
        plan: one(plans),
        city: one(cities),
        seats: Math.floor(draw() * 200),
        trial: draw() < 0.2,
        ...(draw() < 0.8 ? { lastLogin: new Date(newest - Math.floor(draw() * 9e9)).toISOString() } : {}),
      },
      createdAt,
      updatedAt: createdAt,
    }
  }
}

/** The same contacts in pages of 100, as the service gives them. */
export function* pages(count: number): Generator<Contact[]> {
  let page: Contact[] = []
  for (const contact of contacts(count)) {
    page.push(contact)
    if (page.length === 100) {
      yield page
      page = []
    }
  }
  if (page.length > 0) yield page
}

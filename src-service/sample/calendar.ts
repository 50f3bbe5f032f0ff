import { span } from './growth'

const months = 'January February March April May June July August September October November December'.split(
  ' ',
)
const extras = [
  'Price notice',
  'Workshop dates',
  'Spring fair',
  'Winter berths',
  'Tide tables are out',
  'New chart portfolio',
]

/** A mail that went to everybody who was subscribed. */
export interface Mailing {
  /** Milliseconds since the sample's beginning. */
  at: number
  /** The month it belongs to, 0 to 23. */
  month: number
  subject: string
}

/**
 * The mailings of the two years, in order: notes every month, and something else between every other two. They stand
 * at fixed distances from the beginning (milliseconds since 1970), so that their number does not depend on the date.
 */
export function mailings(from: number): Mailing[] {
  const month = span / 24
  const sent: Mailing[] = []
  for (let at = 0; at < 24; at++) {
    const notes = (at + 0.7) * month
    const name = months[new Date(from + notes).getUTCMonth()]
    if (at % 2 === 1) {
      sent.push({ at: (at + 0.2) * month, month: at, subject: extras[(at >> 1) % extras.length] ?? '' })
    }
    sent.push({ at: notes, month: at, subject: `${name} notes` })
  }
  return sent
}

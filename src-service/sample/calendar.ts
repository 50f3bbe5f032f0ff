const months = 'January February March April May June July August September October November December'.split(
  ' ',
)
const extras =
  'Price notice,Workshop dates,Spring fair,Winter berths,Tide tables are out,New chart portfolio'.split(',')

/** A mail that went to everybody who was subscribed. */
export interface Mailing {
  /** Milliseconds since 1970. */
  at: number
  subject: string
}

/** The mailings of the two years before `anchor`, in order: the month's notes at its end, and something in between. */
export function mailings(from: number, anchor: number): Mailing[] {
  const start = new Date(from)
  const sent: Mailing[] = []
  for (let month = 0; month <= 24; month++) {
    const year = start.getUTCFullYear()
    const middle = Date.UTC(year, start.getUTCMonth() + month, 12, 13, 30)
    const end = Date.UTC(year, start.getUTCMonth() + month, 27, 8)
    const name = months[new Date(end).getUTCMonth()]
    if (month % 2 === 1) sent.push({ at: middle, subject: extras[(month >> 1) % extras.length] ?? '' })
    sent.push({ at: end, subject: `${name} notes` })
  }
  return sent.filter(({ at }) => at > from && at < anchor)
}

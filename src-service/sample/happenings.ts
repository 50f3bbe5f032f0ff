import type { Account } from './account'
import type { Person } from './person'
import { type Random, Weighted } from './random'

/** Something a customer does, or that is done with them. */
export interface Happening {
  name: string
  /** Changes the account, and returns the event's data as JSON text where it has any. */
  happen?(random: Random, account: Account, person: Person): string | undefined
  /** Whether it changes the contact's record. */
  changesRecord?: boolean
}

/** Invoices are numbered through: one about every 102 minutes, HN-10000 at the sample's beginning. */
export function invoiceNumber(at: number): string {
  return `HN-${10_000 + Math.floor(at / 6_120_000)}`
}

const reports = 'Monthly log,Fuel,Berth use,Crew hours,Customs'.split(',')
const topics = 'billing,tides,sign-in,export,berths'.split(',')
const devices = 'iPhone,Android phone,iPad,chart plotter,web'.split(',')

const everybody: [Happening, number][] = [
  [
    {
      name: 'login',
      happen: (random) => (random.chance(0.3) ? `{"device":"${random.pick(devices)}"}` : undefined),
    },
    40,
  ],
  [{ name: 'note.created' }, 9],
  [{ name: 'note.shared', happen: (random) => `{"with":${random.whole(1, 9)}}` }, 3],
  [{ name: 'chart.downloaded', happen: (random) => `{"sheet":${random.whole(1000, 4999)}}` }, 5],
  [{ name: 'weather.alert', happen: (random) => `{"beaufort":${random.whole(6, 11)}}` }, 4],
  [{ name: 'logbook.exported', happen: (random) => `{"pages":${random.whole(1, 60)},"format":"pdf"}` }, 2],
  [{ name: 'profile.updated', changesRecord: true }, 3],
  [{ name: 'device.added', happen: (random) => `{"device":"${random.pick(devices)}"}` }, 2],
  [{ name: 'support.asked', happen: (random) => `{"topic":"${random.pick(topics)}"}` }, 1],
]

const paying: [Happening, number][] = [
  ...everybody,
  [
    {
      name: 'berth.booked',
      happen: (random) =>
        `{"berth":"${'ABCDEF'.charAt(random.whole(0, 5))}${random.whole(1, 40)}","nights":${random.whole(1, 14)}}`,
    },
    8,
  ],
  [
    {
      name: 'vessel.arrived',
      happen: (random, _account, { culture }) => JSON.stringify({ port: random.pick(culture.cities) }),
    },
    7,
  ],
  [{ name: 'report.downloaded', happen: (random) => `{"report":"${random.pick(reports)}"}` }, 4],
  [{ name: 'team.invited', happen: (random) => `{"invited":${random.whole(1, 5)}}` }, 2],
  [
    {
      name: 'payment.failed',
      happen: (random) => `{"reason":"${random.chance(0.6) ? 'card expired' : 'declined'}"}`,
    },
    1,
  ],
  [
    {
      name: 'seat.added',
      changesRecord: true,
      happen(random, account) {
        const from = account.seats
        account.seats += random.chance(0.8) ? 1 : random.whole(2, 6)
        return `{"from":${from},"to":${account.seats}}`
      },
    },
    5,
  ],
  [
    {
      name: 'seat.removed',
      changesRecord: true,
      happen(_random, account) {
        const from = account.seats
        account.seats = Math.max(1, from - 1)
        return `{"from":${from},"to":${account.seats}}`
      },
    },
    1,
  ],
]

/** What people without a plan that costs do. */
export const freeLife = new Weighted(everybody)
/** What paying people do besides being invoiced. */
export const payingLife = new Weighted(paying)

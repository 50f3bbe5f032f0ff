import type { Account } from './account'
import type { Person } from './person'
import { type Random, Weighted } from './random'

/** Something a customer does, or that is done with them. */
interface Happening {
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

const does = (
  name: string,
  often: number,
  happen?: Happening['happen'],
  changesRecord = false,
): [Happening, number] => [{ name, happen, changesRecord }, often]

const everybody = [
  does('login', 40, (random) => (random.chance(0.3) ? `{"device":"${random.pick(devices)}"}` : undefined)),
  does('note.created', 9),
  does('note.shared', 3, (random) => `{"with":${random.whole(1, 9)}}`),
  does('chart.downloaded', 5, (random) => `{"sheet":${random.whole(1000, 4999)}}`),
  does('weather.alert', 4, (random) => `{"beaufort":${random.whole(6, 11)}}`),
  does('logbook.exported', 2, (random) => `{"pages":${random.whole(1, 60)},"format":"pdf"}`),
  does('profile.updated', 3, undefined, true),
  does('device.added', 2, (random) => `{"device":"${random.pick(devices)}"}`),
  does('support.asked', 1, (random) => `{"topic":"${random.pick(topics)}"}`),
]

/** Changes how many seats an account has. */
function seated(account: Account, seats: number): string {
  const from = account.seats
  account.seats = seats
  return `{"from":${from},"to":${seats}}`
}

const paying = [
  ...everybody,
  does('berth.booked', 8, (random) => {
    const berth = `${'ABCDEF'.charAt(random.whole(0, 5))}${random.whole(1, 40)}`
    return `{"berth":"${berth}","nights":${random.whole(1, 14)}}`
  }),
  does('vessel.arrived', 7, (random, _account, { culture }) =>
    JSON.stringify({ port: random.pick(culture.cities) }),
  ),
  does('report.downloaded', 4, (random) => `{"report":"${random.pick(reports)}"}`),
  does('team.invited', 2, (random) => `{"invited":${random.whole(1, 5)}}`),
  does('payment.failed', 1, (random) => `{"reason":"${random.chance(0.6) ? 'card expired' : 'declined'}"}`),
  does(
    'seat.added',
    5,
    (random, account) => seated(account, account.seats + (random.chance(0.8) ? 1 : random.whole(2, 6))),
    true,
  ),
  does('seat.removed', 1, (_random, account) => seated(account, Math.max(1, account.seats - 1)), true),
]

/** What people without a plan that costs do. */
export const freeLife = new Weighted(everybody)
/** What paying people do besides being invoiced. */
export const payingLife = new Weighted(paying)

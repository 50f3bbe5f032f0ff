import { fewestInSlice, mostSlices, type PlanSettings, type SliceSize } from './settings'

/** People of an audience at a domain that is told apart; `null` stands for all other domains together. */
export interface DomainPeople {
  domain: string | null
  people: number
}

/** A slice: how many of each domain leave in it, in the order in which domains were given. */
export interface PlannedSlice {
  people: number
  byDomain: number[]
  /** Whether it belongs to the domain that comes first. */
  isFirstDomain: boolean
}

/**
 * Cuts an audience into slices: everybody is in one, and in one alone. Domains share a slice as they share what is left;
 * what a limit holds back moves on to the next. Ends after {@link mostSlices}, whoever is left then.
 */
export function planSlices(settings: PlanSettings, domains: readonly DomainPeople[]): PlannedSlice[] {
  const all = sum(domains.map(({ people }) => people))
  const sizes = sliceSizes(settings, all)
  const { order } = settings
  const parts = domains.map(({ domain, people }) => ({
    left: people,
    limit: limitOf(settings, domain),
    given: 0,
    isFirst: order.kind === 'domain' && domain === order.domain,
  }))
  const slices: PlannedSlice[] = []
  for (const isFirstDomain of order.kind === 'domain' ? [true, false] : [false]) {
    const eligible = parts.filter(({ isFirst }) => isFirst === isFirstDomain)
    while (slices.length < mostSlices && eligible.some(({ left }) => left > 0)) {
      for (const part of parts) part.given = 0
      shareOut(sizes.next().value, eligible)
      for (const part of eligible) part.left -= part.given
      const byDomain = parts.map(({ given }) => given)
      slices.push({ people: sum(byDomain), byDomain, isFirstDomain })
    }
  }
  return slices
}

/** How many of a domain may leave in one slice. */
export function limitOf({ limits }: PlanSettings, domain: string | null): number {
  return domain === null ? Infinity : (limits[domain] ?? Infinity)
}

/** How many people a size means of so many. */
export function peopleOf({ value, unit }: SliceSize, all: number): number {
  return unit === 'people' ? Math.round(value) : Math.round((value / 100) * all)
}

/** How big the slices are, one after the other. Nothing is smaller than the least that can be judged. */
function* sliceSizes({ pace }: PlanSettings, all: number): Generator<number, never, undefined> {
  const least = (people: number) => Math.max(fewestInSlice, people)
  if (pace.kind === 'even') {
    const size = least(peopleOf(pace.size, all))
    for (;;) yield size
  }
  let size = least(peopleOf(pace.first, all))
  for (;;) {
    yield Math.min(size, least(pace.most))
    size = Math.min(Math.round(size * pace.factor), Number.MAX_SAFE_INTEGER)
  }
}

/** Who is left of a domain, how many of them may leave in one slice, and how many leave in this one. */
interface Part {
  left: number
  limit: number
  given: number
}

const mostOf = ({ left, limit }: Part): number => Math.min(left, limit)

/**
 * Gives `size` places to parts, in proportion to who is left and at most as many as may leave. Whole numbers, by the largest
 * remainder; the sum is `size`, or all that the limits let through.
 */
function shareOut(size: number, parts: readonly Part[]): void {
  let open = parts.filter((part) => mostOf(part) > 0)
  let places = Math.min(size, sum(open.map(mostOf)))
  while (open.length > 0) {
    const whole = sum(open.map(({ left }) => left))
    const shares = open.map((part) => ({ part, exact: (part.left * places) / whole }))
    const full = shares.filter(({ part, exact }) => exact >= mostOf(part)).map(({ part }) => part)
    if (full.length === 0) {
      for (const { part, exact } of shares) part.given = Math.floor(exact)
      const rest = places - sum(open.map(({ given }) => given))
      // Of equal remainders that of the part that comes first.
      shares.sort((one, other) => (other.exact % 1) - (one.exact % 1))
      for (const { part } of shares.slice(0, rest)) part.given += 1
      return
    }
    for (const part of full) {
      part.given = mostOf(part)
      places -= part.given
    }
    open = open.filter((part) => !full.includes(part))
  }
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0)

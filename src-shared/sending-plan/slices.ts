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
  const all = domains.reduce((sum, { people }) => sum + people, 0)
  const sizes = sliceSizes(settings, all)
  const left = domains.map(({ people }) => people)
  const slices: PlannedSlice[] = []
  const { order } = settings
  const isFirst = domains.map(({ domain }) => order.kind === 'domain' && domain === order.domain)
  for (const first of order.kind === 'domain' ? [true, false] : [false]) {
    const eligible = isFirst.map((is) => is === first)
    while (slices.length < mostSlices && left.some((people, at) => eligible[at] === true && people > 0)) {
      const most = domains.map(({ domain }, at) =>
        eligible[at] === true ? Math.min(left[at] ?? 0, limitOf(settings, domain)) : 0,
      )
      const byDomain = shared(sizes.next().value, left, most)
      byDomain.forEach((people, at) => (left[at] = (left[at] ?? 0) - people))
      slices.push({ people: sum(byDomain), byDomain, isFirstDomain: first })
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

/**
 * Shares `size` places out among parts, in proportion to `left` and at most `most` each. Whole numbers, by the largest
 * remainder; the sum is `size`, or all that `most` lets through.
 */
function shared(size: number, left: readonly number[], most: readonly number[]): number[] {
  if (sum(most) <= size) return [...most]
  const given = most.map(() => 0)
  let open = most.flatMap((people, at) => (people > 0 ? [at] : []))
  let places = size
  for (;;) {
    const whole = open.reduce((total, at) => total + (left[at] ?? 0), 0)
    const full = open.filter((at) => ((left[at] ?? 0) * places) / whole >= (most[at] ?? 0))
    if (full.length === 0) {
      const exact = open.map((at) => ({ at, share: ((left[at] ?? 0) * places) / whole }))
      for (const { at, share } of exact) given[at] = Math.floor(share)
      const rest = places - exact.reduce((total, { share }) => total + Math.floor(share), 0)
      exact
        .sort((one, other) => (other.share % 1) - (one.share % 1) || one.at - other.at)
        .slice(0, rest)
        .forEach(({ at }) => (given[at] = (given[at] ?? 0) + 1))
      return given
    }
    for (const at of full) {
      given[at] = most[at] ?? 0
      places -= most[at] ?? 0
    }
    open = open.filter((at) => !full.includes(at))
  }
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0)

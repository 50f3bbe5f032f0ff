import { formatShare } from '../../../format'

/** The share of each count, to a tenth of a percent, such that they make exactly 100 %. Nothing but zeros: "0.0 %" each. */
export function sharesOf(counts: readonly number[]): string[] {
  const sum = counts.reduce((all, count) => all + count, 0)
  const exact = counts.map((count) => (sum === 0 ? 0 : (count * 1000) / sum))
  const shares = exact.map(Math.floor)
  const lost = sum === 0 ? 0 : 1000 - shares.reduce((all, share) => all + share, 0)
  const most = exact
    .map((value, at) => ({ at, rest: value - Math.floor(value) }))
    .sort((one, other) => other.rest - one.rest || one.at - other.at)
  for (const { at } of most.slice(0, lost)) shares[at] = (shares[at] ?? 0) + 1
  return shares.map((share) => formatShare(share, 1000))
}

import type { PlanPreview } from '../../../src-shared/bridge/plans'
import { projectedShare, summedTally } from '../../../src-shared/projected-bounces'
import type { TalliedDomain } from './store'

/** What will probably bounce of a plan: of each of its columns, of its first slice as its domains have it, and of all. */
export function projectionOf(
  { columns, slices }: Pick<PlanPreview, 'columns' | 'slices'>,
  domains: readonly TalliedDomain[],
): PlanPreview['projected'] {
  const all = summedTally(domains)
  const shares = columns.map((name) => {
    const own = domains.filter(({ domain }) =>
      name === null ? domain === null || !columns.includes(domain) : domain === name,
    )
    return projectedShare(summedTally(own))
  })
  const { people = 0, byDomain = [] } = slices[0] ?? {}
  const isKnown = byDomain.every((count, at) => count === 0 || shares[at] != null)
  const bounced = byDomain.reduce((sum, count, at) => sum + count * (shares[at] ?? 0), 0)
  return {
    learnt: all.expectedBounces !== null,
    notChecked: all.verdicts.notChecked,
    all: projectedShare(all),
    first: isKnown && people > 0 ? bounced / people : null,
    columns: shares,
  }
}

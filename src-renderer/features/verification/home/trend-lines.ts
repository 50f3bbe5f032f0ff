import { t } from '../../../../src-shared/messages/message'
import type { ListHealth } from '../../../../src-shared/bridge/verdicts'
import { checkedOf } from '../../../kit/verdict/verdict-words'
import { formatPercent } from '../../../format'

/** A small line chart: a share over the weeks, the gridlines about it, and what it is now. */
export interface TrendLine {
  title: string
  /** "84 %". */
  now: string
  /** In percent, the oldest first. */
  values: number[]
  /** Three gridlines in percent, the lowest first. */
  grid: number[]
}

type Week = ListHealth['trend'][number]

const checkedShare = (week: Week): number => (100 * checkedOf(week)) / Math.max(1, week.contacts)

function undeliverableShare(week: Week): number {
  const checked = checkedOf(week)
  return checked === 0 ? 0 : (100 * week.byClass.undeliverable) / checked
}

/** Steps between gridlines, in percent. */
const steps = [1, 2, 5, 10, 20, 25, 50]

/** Three gridlines that hold all values, as near to them as whole steps are. */
export function gridFor(values: readonly number[]): number[] {
  const [least, greatest] = [Math.min(...values), Math.max(...values)]
  for (const step of steps) {
    const first = Math.max(0, Math.min(Math.floor(least / step) * step, 100 - 2 * step))
    if (greatest <= first + 2 * step) return [first, first + step, first + 2 * step]
  }
  return [0, 50, 100]
}

/** How the list went over the weeks; null where there is one week alone. */
export function trendLines({ trend }: ListHealth): TrendLine[] | null {
  if (trend.length < 2) return null
  const checked = trend.map(checkedShare)
  const undeliverable = trend.map(undeliverableShare)
  return [
    {
      title: t('verification.trendLines.checkedOfAll'),
      now: formatPercent(Math.floor(checked.at(-1) ?? 0)),
      values: checked,
      grid: gridFor(checked),
    },
    {
      title: t('verification.trendLines.undeliverableOfChecked'),
      now: formatPercent(undeliverable.at(-1) ?? 0, 1),
      values: undeliverable,
      grid: gridFor(undeliverable),
    },
  ]
}

import { t } from '../../../src-shared/messages/message'
import type { Histogram } from '../../../src-shared/bridge/events'
import { formatDay, formatExact } from '../../format'

/** One bar of the histogram: `share` is 0 to 1 of the highest. */
export interface Bar {
  start: number
  end: number
  count: number
  share: number
  label: string
  title: string
}

const day = 86_400_000

/** The bars as they are drawn, with the sentence each one says. */
export function histogramBars({ start, bucketMs, counts }: Histogram): Bar[] {
  const most = Math.max(1, ...counts)
  const name = bucketMs < day ? formatExact : formatDay
  return counts.map((count, index) => {
    const from = start + index * bucketMs
    const label = t('events.histogramBars.fromToTo', { from: name(from), to: name(from + bucketMs) })
    return {
      start: from,
      end: from + bucketMs,
      count,
      share: count / most,
      label,
      title: `${label}: ${t('counts.events', { count })}`,
    }
  })
}

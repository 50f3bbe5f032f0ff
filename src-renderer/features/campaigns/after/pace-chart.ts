import { t } from '../../../../src-shared/messages/message'
import type { CampaignResults } from '../../../../src-shared/bridge/campaigns'
import { mailsPerSecond } from '../../../../src-shared/campaign-rates'
import { formatClock } from '../../../format'
import { chartParts } from '../../../kit/chart/chart-parts'
import type { ChartColours } from '../../../kit/chart/use-chart-colours'
import { slowSpans, slowWords } from './what-happened'

const tenths = (value: number) => Math.round(value * 10) / 10

/** The rate of a sending: a line that ends at the last reading, on an axis up to when it will be done, and the service's most. */
export function paceChart(
  { pace, progress }: Pick<CampaignResults, 'pace' | 'progress'>,
  now: number,
  colours: ChartColours,
) {
  const { hint, tooltip, xAxis, yAxis, line } = chartParts(colours)
  const first = pace[0]?.at ?? now
  const last = pace.at(-1)
  const end = now + 1000 * (progress?.secondsLeft ?? 0)
  const points = pace.map(({ at, perSecond }) => [at, tenths(perSecond)])
  return {
    animation: false,
    grid: { left: 28, right: 8, top: 16, bottom: 20 },
    tooltip: tooltip((value) => t('campaigns.paceChart.valueASecond', { value })),
    xAxis: {
      ...xAxis,
      type: 'time' as const,
      min: first,
      max: end,
      axisLabel: { ...hint, formatter: (at: number) => formatClock(at), hideOverlap: true },
    },
    yAxis: { ...yAxis(String), max: 16, interval: 8 },
    series: [
      {
        ...line(t('campaigns.paceChart.mailsASecond'), colours.series[0]),
        data: points,
        showSymbol: points.length === 1,
        markPoint: {
          symbol: 'circle',
          symbolSize: 6,
          silent: true,
          label: { show: false },
          data: [
            ...(last ? [{ coord: [last.at, tenths(last.perSecond)] }] : []),
            ...slowSpans(pace).map((span) => ({
              coord: [span.at, tenths(span.perSecond)],
              symbolSize: 0,
              label: { ...hint, show: true, position: 'bottom' as const, formatter: slowWords(span) },
            })),
          ],
        },
      },
      {
        ...line(t('words.atMost'), colours.hint),
        data: [
          [first, mailsPerSecond],
          [end, mailsPerSecond],
        ],
        lineStyle: { width: 1, type: [3, 3], color: colours.hint },
        markPoint: {
          symbolSize: 0,
          silent: true,
          data: [
            {
              coord: [end, mailsPerSecond],
              label: {
                ...hint,
                show: true,
                position: 'insideTopRight' as const,
                align: 'right' as const,
                verticalAlign: 'top' as const,
                offset: [0, 5],
                formatter: t('campaigns.paceChart.theServiceSendsAtMost', { mailsPerSecond }),
              },
            },
          ],
        },
      },
    ],
  }
}

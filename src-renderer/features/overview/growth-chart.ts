import { t } from '../../../src-shared/messages/message'
import type { Overview } from '../../../src-shared/bridge/overview'
import { formatMonth, formatMonthName, formatNumber, formatTenths } from '../../format'
import type { ChartColours } from '../../kit/chart/use-chart-colours'
import { chartParts } from '../../kit/chart/chart-parts'

type Growth = Overview['growth']

/** "60k", "1.2M": what fits beside a gridline. */
export function shortCount(value: number): string {
  if (value >= 1_000_000) return `${formatTenths(value / 1_000_000)}M`
  if (value >= 1_000) return `${formatTenths(value / 1_000)}k`
  return String(value)
}

/** The head of a month's column: "Oct", "Jan 26", "Nov, so far". */
export function monthTitle({ month, partial }: Growth[number]): string {
  if (partial) return t('overview.growthChart.monthnameSoFar', { monthName: formatMonthName(month) })
  return new Date(month).getMonth() === 0 ? formatMonth(month) : formatMonthName(month)
}

/** Whether a month is named beneath the chart: the first, the last, and as many between as have room. */
function isNamed(at: number, months: number): boolean {
  const every = Math.max(1, Math.ceil((months - 1) / 4))
  return at === months - 1 || (at % every === 0 && months - 1 - at > every / 2)
}

/** Where a series' name stands: on its own line, apart from the other's, as shares of the span. */
const namePlace = { above: 0.74, below: 0.88 }

/** A series' end as a dot, and its name on its line. */
function marks(name: string, colour: string, values: number[], above: boolean, font: string) {
  if (values.length === 0) return []
  const last = values.length - 1
  const place = Math.round(last * (above ? namePlace.above : namePlace.below))
  return [
    { coord: [last, values[last] ?? 0], symbolSize: 6, itemStyle: { color: colour }, label: { show: false } },
    {
      coord: [place, values[place] ?? 0],
      symbolSize: 0.1,
      label: {
        show: true,
        formatter: name,
        position: above ? ('left' as const) : ('right' as const),
        offset: above ? [-4, -10] : [-24, 14],
        color: colour,
        fontFamily: font,
        fontSize: 11,
      },
    },
  ]
}

/** The growth of the audience: two direct-labelled lines. */
export function growthChart(growth: Growth, colours: ChartColours) {
  const { hint, tooltip, xAxis, yAxis, line } = chartParts(colours)
  const series = (name: string, colour: string | undefined, data: number[], above: boolean) => ({
    ...line(name, colour),
    data,
    markPoint: {
      symbol: 'circle',
      silent: true,
      data: marks(name, colour ?? colours.text, data, above, colours.font),
    },
  })
  const contacts = growth.map((month) => month.contacts)
  const subscribed = growth.map((month) => month.subscribed)
  return {
    animation: false,
    grid: { left: 40, right: 8, top: 12, bottom: 24 },
    tooltip: tooltip(formatNumber),
    xAxis: {
      ...xAxis,
      type: 'category' as const,
      boundaryGap: false,
      data: growth.map(({ month }) => formatMonth(month)),
      axisLabel: {
        ...hint,
        interval: (at: number) => isNamed(at, growth.length),
        alignMinLabel: 'left' as const,
        alignMaxLabel: 'right' as const,
      },
    },
    yAxis: yAxis(shortCount),
    series: [
      series(t('overview.growthChart.allContacts'), colours.series[0], contacts, true),
      series(t('words.subscribed'), colours.series[1], subscribed, false),
    ],
  }
}

import type { Overview } from '../../../src-shared/bridge/overview'
import { formatMonth, formatNumber } from '../../format'
import type { ChartColours } from '../../kit/chart/use-chart-colours'

type Growth = Overview['growth']

/** "60k", "1.2M": what fits beside a gridline. */
export function shortCount(value: number): string {
  if (value >= 1_000_000) return `${trimmed(value / 1_000_000)}M`
  if (value >= 1_000) return `${trimmed(value / 1_000)}k`
  return String(value)
}

function trimmed(value: number): string {
  return value.toFixed(1).replace(/\.0$/, '')
}

/** Where a series' name stands: on its own line, apart from the other's, as shares of the span. */
const namePlace = { above: 0.74, below: 0.88 }

/** The growth of the audience: two direct-labelled lines, few gridlines, no fills, no legend. */
export function growthChart(growth: Growth, colours: ChartColours) {
  const marks = (name: string, colour: string, values: number[], above: boolean) => {
    if (values.length === 0) return []
    const last = values.length - 1
    const place = Math.round(last * (above ? namePlace.above : namePlace.below))
    return [
      {
        coord: [last, values[last] ?? 0],
        symbolSize: 6,
        itemStyle: { color: colour },
        label: { show: false },
      },
      {
        coord: [place, values[place] ?? 0],
        symbolSize: 0.1,
        label: {
          show: true,
          formatter: name,
          position: above ? ('left' as const) : ('right' as const),
          offset: above ? [-4, -10] : [-24, 14],
          color: colour,
          fontFamily: colours.font,
          fontSize: 11,
        },
      },
    ]
  }
  const line = (name: string, colour: string, values: number[], labelAbove: boolean) => ({
    type: 'line' as const,
    name,
    data: values,
    symbol: 'circle',
    showSymbol: false,
    lineStyle: { width: 1.75, color: colour },
    itemStyle: { color: colour },
    emphasis: { disabled: true },
    markPoint: { symbol: 'circle', silent: true, data: marks(name, colour, values, labelAbove) },
  })
  return {
    animation: false,
    grid: { left: 40, right: 8, top: 12, bottom: 24 },
    tooltip: {
      trigger: 'axis' as const,
      confine: true,
      transitionDuration: 0,
      backgroundColor: colours.raised,
      borderColor: colours.line,
      textStyle: { color: colours.text, fontFamily: colours.font, fontSize: 12 },
      axisPointer: { lineStyle: { color: colours.line2 } },
      valueFormatter: (value: unknown) => formatNumber(Number(value)),
    },
    xAxis: {
      type: 'category' as const,
      boundaryGap: false,
      data: growth.map(({ month }) => formatMonth(month)),
      axisLine: { lineStyle: { color: colours.line } },
      axisTick: { show: false },
      axisLabel: {
        color: colours.hint,
        fontFamily: colours.font,
        fontSize: 11,
        interval: Math.max(0, Math.ceil(growth.length / 4) - 1),
        alignMinLabel: 'left' as const,
        alignMaxLabel: 'right' as const,
      },
    },
    yAxis: {
      type: 'value' as const,
      splitNumber: 3,
      axisLabel: {
        color: colours.hint,
        fontFamily: colours.font,
        fontSize: 11,
        formatter: shortCount,
      },
      splitLine: { lineStyle: { color: colours.line } },
    },
    series: [
      line(
        'All contacts',
        colours.series[0] ?? colours.text,
        growth.map((month) => month.contacts),
        true,
      ),
      line(
        'Subscribed',
        colours.series[1] ?? colours.text,
        growth.map((month) => month.subscribed),
        false,
      ),
    ],
  }
}

import type { Overview } from '../../../src-shared/bridge/overview'
import { formatMonth, formatNumber } from '../../format'
import type { ChartColours } from '../../components/chart/use-chart-colours'

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

/** The chart of look.md: two direct-labelled lines, few gridlines, no fills, no legend. */
export function growthChart(growth: Growth, colours: ChartColours) {
  const line = (name: string, colour: string, values: number[], labelAbove: boolean) => ({
    type: 'line' as const,
    name,
    data: values,
    symbol: 'circle',
    showSymbol: false,
    lineStyle: { width: 1.75, color: colour },
    itemStyle: { color: colour },
    emphasis: { disabled: true },
    endLabel: { show: false },
    markPoint: {
      symbol: 'circle',
      symbolSize: 6,
      silent: true,
      itemStyle: { color: colour },
      label: { show: false },
      data: values.length ? [{ coord: [values.length - 1, values.at(-1) ?? 0] }] : [],
    },
    markLine: undefined,
    label: {
      show: true,
      position: labelAbove ? ('top' as const) : ('bottom' as const),
      distance: 8,
      color: colour,
      fontFamily: colours.font,
      fontSize: 11,
      formatter: ({ dataIndex }: { dataIndex: number }) =>
        dataIndex === Math.max(0, Math.round(values.length * (labelAbove ? 0.74 : 0.88)) - 1) ? name : '',
    },
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

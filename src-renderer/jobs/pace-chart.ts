import type { JobPace } from '../../src-shared/bridge/jobs'
import type { ChartColours } from '../kit/chart/use-chart-colours'
import { formatClock, formatNumber } from '../format'

const minuteMs = 60_000

/** The highest number the chart has to show, so that the share's line and its name have room. */
function ceiling(points: readonly JobPace[]): number {
  return Math.max(10, ...points.map(({ requests, share }) => Math.max(requests, share))) * 1.15
}

/** The share as it is now; null before the first point. */
export function shareNow(points: readonly JobPace[]): number | null {
  return points.at(-1)?.share ?? null
}

/** Answers of 429, and of 500 and above, over the whole time, and how long half of all answers took at most. */
export function paceTotals(
  points: readonly JobPace[],
): Pick<JobPace, 'refusedForRate' | 'serverErrors' | 'medianMs'> {
  return {
    refusedForRate: points.reduce((sum, { refusedForRate }) => sum + refusedForRate, 0),
    serverErrors: points.reduce((sum, { serverErrors }) => sum + serverErrors, 0),
    medianMs: points.at(-1)?.medianMs ?? null,
  }
}

/** Requests a minute as one line, the background's share dashed above it, and a mark where the service said 429. */
export function paceChart(points: readonly JobPace[], colours: ChartColours) {
  const hint = { color: colours.hint, fontFamily: colours.font, fontSize: 11 }
  const last = points.at(-1)
  const begin = points[0]?.at ?? 0
  const end = Math.max(last?.at ?? 0, begin + minuteMs)
  const refused = points.filter(({ refusedForRate }) => refusedForRate > 0)
  return {
    animation: false,
    grid: { left: 32, right: 4, top: 16, bottom: 24 },
    tooltip: {
      trigger: 'axis' as const,
      confine: true,
      transitionDuration: 0,
      backgroundColor: colours.raised,
      borderColor: colours.line,
      textStyle: { color: colours.text, fontFamily: colours.font, fontSize: 12 },
      axisPointer: { lineStyle: { color: colours.line2 } },
      valueFormatter: (value: unknown) => formatNumber(Math.round(Number(value))),
    },
    xAxis: {
      type: 'time' as const,
      // A minute at least, or the first point would stand in the middle of days.
      min: begin,
      max: end,
      splitNumber: 4,
      minInterval: minuteMs,
      axisLine: { lineStyle: { color: colours.line } },
      axisTick: { show: false },
      axisLabel: { ...hint, hideOverlap: true, formatter: (at: number) => formatClock(at) },
    },
    yAxis: {
      type: 'value' as const,
      min: 0,
      max: Math.ceil(ceiling(points) / 100) * 100,
      splitNumber: 3,
      axisLabel: { ...hint, formatter: (value: number) => formatNumber(value) },
      splitLine: { lineStyle: { color: colours.line } },
    },
    series: [
      {
        type: 'line' as const,
        name: 'Requests a minute',
        data: points.map(({ at, requests }) => [at, requests]),
        showSymbol: points.length === 1,
        symbol: 'circle',
        symbolSize: 4,
        lineStyle: { width: 1.75, color: colours.series[0] },
        itemStyle: { color: colours.series[0] },
        emphasis: { disabled: true },
        markPoint: {
          symbol: 'rect',
          symbolSize: [1, 10],
          symbolOffset: [0, 9],
          silent: true,
          itemStyle: { color: colours.text },
          label: { ...hint, show: true, position: 'bottom' as const, formatter: '429, share cut' },
          data: refused.map(({ at, requests }) => ({ coord: [at, requests] })),
        },
      },
      {
        type: 'line' as const,
        name: 'Our share',
        // To the chart's end, where its name stands.
        data: [...points.map(({ at, share }) => [at, share]), ...(last ? [[end, last.share]] : [])],
        step: 'end' as const,
        showSymbol: false,
        lineStyle: { width: 1, type: [3, 3], color: colours.hint },
        itemStyle: { color: colours.hint },
        emphasis: { disabled: true },
        markPoint: {
          symbol: 'circle',
          symbolSize: 0.1,
          silent: true,
          label: {
            ...hint,
            show: true,
            position: 'left' as const,
            offset: [0, -9],
            formatter: last ? `Our share, ${formatNumber(Math.round(last.share))}` : '',
          },
          data: last ? [{ coord: [end, last.share] }] : [],
        },
      },
    ],
  }
}

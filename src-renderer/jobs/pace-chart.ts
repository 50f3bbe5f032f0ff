import { t } from '../../src-shared/messages/message'
import type { JobPace } from '../../src-shared/bridge/jobs'
import type { ChartColours } from '../kit/chart/use-chart-colours'
import { formatClock, formatNumber } from '../format'
import { chartParts } from '../kit/chart/chart-parts'

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

/** Requests a minute, with a mark where the service said 429. */
function requestLine(points: readonly JobPace[], colours: ChartColours) {
  const { hint, line } = chartParts(colours)
  return {
    ...line(t('jobs.paceChart.requestsAMinute'), colours.series[0]),
    data: points.map(({ at, requests }) => [at, requests]),
    showSymbol: points.length === 1,
    symbolSize: 4,
    markPoint: {
      symbol: 'rect',
      symbolSize: [1, 10],
      symbolOffset: [0, 9],
      silent: true,
      itemStyle: { color: colours.text },
      label: {
        ...hint,
        show: true,
        position: 'bottom' as const,
        // The share's line may go on right there.
        backgroundColor: colours.card,
        padding: [0, 4],
        formatter: t('jobs.paceChart.429ShareCut'),
      },
      data: points
        .filter(({ refusedForRate }) => refusedForRate > 0)
        .map(({ at, requests }) => ({ coord: [at, requests] })),
    },
  }
}

/** The background's share, dashed, to the chart's end, where its name stands. */
function shareLine(points: readonly JobPace[], colours: ChartColours, end: number) {
  const { hint, line } = chartParts(colours)
  const last = points.at(-1)
  return {
    ...line(t('words.ourShare'), colours.hint),
    data: [...points.map(({ at, share }) => [at, share]), ...(last ? [[end, last.share]] : [])],
    step: 'end' as const,
    lineStyle: { width: 1, type: [3, 3], color: colours.hint },
    markPoint: {
      symbol: 'circle',
      symbolSize: 0.1,
      silent: true,
      label: {
        ...hint,
        show: true,
        position: 'left' as const,
        offset: [0, -9],
        formatter: last ? t('jobs.paceChart.ourShareRound', { round: Math.round(last.share) }) : '',
      },
      data: last ? [{ coord: [end, last.share] }] : [],
    },
  }
}

/** Requests a minute as one line, and the background's share above it. */
export function paceChart(points: readonly JobPace[], colours: ChartColours) {
  const { hint, tooltip, xAxis, yAxis } = chartParts(colours)
  const begin = points[0]?.at ?? 0
  const end = Math.max(points.at(-1)?.at ?? 0, begin + minuteMs)
  return {
    animation: false,
    grid: { left: 32, right: 4, top: 16, bottom: 24 },
    tooltip: tooltip((value) => formatNumber(Math.round(value))),
    xAxis: {
      ...xAxis,
      type: 'time' as const,
      // A minute at least, or the first point would stand in the middle of days.
      min: begin,
      max: end,
      splitNumber: 4,
      minInterval: minuteMs,
      axisLabel: { ...hint, hideOverlap: true, formatter: (at: number) => formatClock(at) },
    },
    yAxis: { ...yAxis(formatNumber), min: 0, max: Math.ceil(ceiling(points) / 100) * 100 },
    series: [requestLine(points, colours), shareLine(points, colours, end)],
  }
}

import type { ChartColours } from './use-chart-colours'

/** What every line chart is drawn with: still, few gridlines, no fills, no legend. */
export function chartParts(colours: ChartColours) {
  /** Words within the chart. */
  const hint = { color: colours.hint, fontFamily: colours.font, fontSize: 11 }
  return {
    hint,
    /** `words`: how a value reads. */
    tooltip: (words: (value: number) => string) => ({
      trigger: 'axis' as const,
      confine: true,
      transitionDuration: 0,
      backgroundColor: colours.raised,
      borderColor: colours.line,
      textStyle: { color: colours.text, fontFamily: colours.font, fontSize: 12 },
      axisPointer: { lineStyle: { color: colours.line2 } },
      valueFormatter: (value: unknown) => words(Number(value)),
    }),
    xAxis: { axisLine: { lineStyle: { color: colours.line } }, axisTick: { show: false } },
    /** `words`: what stands beside a gridline. */
    yAxis: (words: (value: number) => string) => ({
      type: 'value' as const,
      splitNumber: 3,
      axisLabel: { ...hint, formatter: words },
      splitLine: { lineStyle: { color: colours.line } },
    }),
    line: (name: string, colour: string | undefined) => ({
      type: 'line' as const,
      name,
      symbol: 'circle',
      showSymbol: false,
      lineStyle: { width: 1.75, color: colour },
      itemStyle: { color: colour },
      emphasis: { disabled: true },
    }),
  }
}

import { LineChart } from 'echarts/charts'
import { GridComponent, LegendComponent, TitleComponent } from 'echarts/components'
import { init, use } from 'echarts/core'
import { SVGRenderer } from 'echarts/renderers'
import type { Point } from './point'

use([LineChart, GridComponent, LegendComponent, TitleComponent, SVGRenderer])

/** The charts, by name, and what stands above each. */
export const charts: Record<string, string> = {
  'first-rows': 'First 100 rows of a search, 95th percentile, ms',
  'exact-count': 'Exact count of a search (Postroom’s after its rows), 95th percentile, ms',
  filters: 'Filters and facets, 95th percentile, ms',
  pages: '100 rows anywhere in a list, 95th percentile, ms',
  memory: 'Memory of the process that holds the copy, MB',
}

/** A chart as SVG, on white: it stands on pages of either theme. Both axes are logarithmic. */
export function drawn(chart: string, points: readonly Point[]): string {
  const own = points.filter((point) => point.chart === chart)
  const lines = [...new Set(own.map(({ line }) => line))]
  const view = init(null, null, { renderer: 'svg', ssr: true, width: 860, height: 420 })
  view.setOption({
    animation: false,
    backgroundColor: '#ffffff',
    title: { text: charts[chart] ?? chart, left: 16, top: 12, textStyle: { fontSize: 15 } },
    legend: { type: 'plain', top: 40, left: 16, right: 16, itemGap: 16 },
    grid: { left: 64, right: 32, top: 116, bottom: 52 },
    xAxis: { type: 'log', name: 'rows', nameLocation: 'middle', nameGap: 30, min: 100_000, max: 10_000_000 },
    yAxis: { type: 'log' },
    series: lines.map((name) => ({
      type: 'line',
      name,
      // What is not Postroom stands back.
      lineStyle: { type: /SQLite|DuckDB|indexOf/.test(name) ? 'dashed' : 'solid' },
      data: own
        .filter(({ line }) => line === name)
        .sort((one, other) => one.rows - other.rows)
        .map(({ rows, value }) => [rows, value]),
    })),
  })
  const svg = view.renderToSVGString()
  view.dispose()
  return `${svg}\n`
}

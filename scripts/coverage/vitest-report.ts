import { readFileSync } from 'node:fs'
import { z } from 'zod'
import type { Covered } from './covered'

const place = z.object({ line: z.number(), column: z.number().nullable() })
const span = z.object({ start: place })
const arm = z.object({ start: place.partial() })
const report = z.record(
  z.string(),
  z.object({
    statementMap: z.record(z.string(), span),
    s: z.record(z.string(), z.number()),
    branchMap: z.record(z.string(), z.object({ locations: z.array(arm) })),
    b: z.record(z.string(), z.array(z.number())),
  }),
)

/** Notes what vitest's report (coverage-final.json) says of the sources that tests call without a build. */
export function readVitestReport(file: string, covered: Covered): void {
  const files = report.parse(JSON.parse(readFileSync(file, 'utf8')))
  for (const [source, { statementMap, s, branchMap, b }] of Object.entries(files)) {
    const note = (at: z.infer<typeof arm>['start'], count: number | undefined) => {
      if (at.line === undefined) return
      const place = covered.place(source, { line: at.line, column: at.column ?? 0 })
      if (place !== null && count) covered.ranAt(place)
    }
    for (const [id, { start }] of Object.entries(statementMap)) note(start, s[id])
    for (const [id, { locations }] of Object.entries(branchMap))
      locations.forEach(({ start }, at) => note(start, b[id]?.[at]))
  }
}

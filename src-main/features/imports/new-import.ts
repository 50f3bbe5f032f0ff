import type { ImportOrigin, ImportRecord } from './store/import-record'
import { defaultRules } from './check/store'

/** An import that was just begun: nothing of it is read. */
export function newImport(given: {
  name: string
  bytes: number
  source: ImportOrigin
  now: number
}): Omit<ImportRecord, 'id'> {
  const { now, ...rest } = given
  return {
    ...rest,
    createdAt: now,
    touchedAt: now,
    step: 'read',
    unfinished: 'reading',
    rows: null,
    problem: null,
    written: null,
    undone: null,
    rowsKept: true,
    findings: {
      reading: null,
      detected: null,
      wanted: null,
      workbook: null,
      notes: [],
      proposed: [],
      columns: [],
      remembered: false,
      rememberedFrom: null,
      rules: defaultRules,
      counts: null,
      leftAt: null,
    },
  }
}

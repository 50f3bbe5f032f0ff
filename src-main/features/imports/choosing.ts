import type { ImportColumn, Reading } from '../../../src-shared/bridge/import-file'
import type { ImportRules } from '../../../src-shared/bridge/imports'
import { problem } from '../../core/problems'
import { beginChecking } from './checking'
import { choicesOf, chooseColumns, rememberMapping, type IndexedChoice } from './mapping'
import type { ImportTools, OpenImport, ImportAct } from './open-import'
import { beginReading } from './reading'
import { mappingProblem, refuseChangeAfterRun, refuseUnread, refuseWithoutRows } from './refusals'
import { refuseOtherFile } from './source'

/** Reads the file again, as a person says. */
export function readAs(reading: Reading): ImportAct {
  return async (open, tools) => {
    await refuseFixed(open, tools)
    const { source, name } = open.record
    if (source.kind === 'file') await refuseOtherFile(name, source)
    await open.stop()
    await open.change({
      step: 'read',
      unfinished: 'reading',
      rows: null,
      problem: null,
      findings: { wanted: reading, counts: null },
    })
    await beginReading(open, tools)
  }
}

/** Says where columns go. */
export function mapAs(choices: readonly IndexedChoice[]): ImportAct {
  return ofRead(async (open, tools) => {
    const { columns, proposed } = open.record.findings
    await takeColumns(open, tools, chooseColumns(columns, choices, proposed))
  })
}

/** Goes back from a remembered or a chosen mapping to what the file alone says. */
export const propose = ofRead((open, tools) => takeColumns(open, tools, open.record.findings.proposed))

/** Begins to class every row. The mapping is remembered for files of the same header. */
export const check = ofRead(async (open, tools) => {
  const found = mappingProblem(open.record.findings.columns, open.record.rows ?? 0)
  if (found) throw problem(found.code, found)
  await rememberMapping(open, tools)
  await beginChecking(open, tools)
})

/** Says what becomes of verdicts, and of people who unsubscribed. */
export function ruleBy(rules: ImportRules): ImportAct {
  return ofRead(async (open, tools) => {
    const again = open.record.unfinished === 'checking'
    await open.stop()
    const staging = tools.stagings.of(open.id)
    await staging.rules(rules)
    const counts = open.record.findings.counts === null ? null : await staging.counts()
    await open.change({ findings: { rules, counts } })
    if (again) await beginChecking(open, tools)
  })
}

/** Takes other columns. What was checked, or was being checked, is checked again. */
async function takeColumns(open: OpenImport, tools: ImportTools, columns: ImportColumn[]): Promise<void> {
  const again = open.record.findings.counts !== null || open.record.unfinished === 'checking'
  await open.stop()
  await tools.stagings.of(open.id).map(choicesOf(columns))
  const found = mappingProblem(columns, open.record.rows ?? 0)
  await open.change({
    step: 'map',
    unfinished: null,
    problem: found,
    findings: { columns, remembered: false, rememberedFrom: null, counts: null },
  })
  if (!again || found) return
  await rememberMapping(open, tools)
  await beginChecking(open, tools)
}

/** A step that needs a file that was read, and that no run has fixed. */
function ofRead(step: ImportAct): ImportAct {
  return async (open, tools) => {
    await refuseFixed(open, tools)
    refuseUnread(open.record)
    await step(open, tools)
  }
}

async function refuseFixed(open: OpenImport, { jobs }: ImportTools): Promise<void> {
  refuseWithoutRows(open.record)
  refuseChangeAfterRun(await jobs.ofImport(open.id))
}

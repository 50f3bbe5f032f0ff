import { isProblem } from '../../core/problems'
import { choicesOf, rememberedFor } from './mapping'
import type { ImportTools, OpenImport } from './open-import'
import { mappingProblem } from './refusals'
import { refuseOtherFile, removeUpload } from './source'
import type { ReadResult } from './rows'
import type { Staging } from './staging'

/** Begins to read the file, as is wanted or as is found out; the mapping is proposed anew. */
export async function beginReading(open: OpenImport, tools: ImportTools): Promise<void> {
  await open.begin('reading', async (signal) => {
    const { name, source } = open.record
    if (source.kind === 'file') await refuseOtherFile(name, source)
    const staging = tools.stagings.of(open.id)
    const unwatch = staging.watch((progress) => progress && open.progress(progress))
    try {
      await take(open, tools, staging, await readIn(open, staging, signal), signal)
    } catch (error) {
      // A file that was refused cannot be read in another way either: no copy of it lies about.
      const isRefused = isProblem(error, 'file_unreadable') && open.record.findings.reading === null
      if (isRefused) await removeUpload(tools.folder, open.id)
      throw error
    } finally {
      unwatch()
    }
  })
}

function readIn(open: OpenImport, staging: Staging, signal: AbortSignal): Promise<ReadResult> {
  const { source, findings } = open.record
  const { wanted: reading } = findings
  if (source.kind === 'file') {
    return staging.read({ source: { kind: 'file', path: source.path }, reading, signal })
  }
  return staging.readAgain({ reading, signal })
}

async function take(
  open: OpenImport,
  tools: ImportTools,
  staging: Staging,
  result: ReadResult,
  signal: AbortSignal,
): Promise<void> {
  signal.throwIfAborted()
  const known = result.reading.header ? await rememberedFor(result.columns, tools) : null
  const columns = known?.columns ?? result.columns
  if (columns.length > 0) await staging.map(choicesOf(columns))
  // The rules lie with the rows, which are new.
  await staging.rules(open.record.findings.rules)
  signal.throwIfAborted()
  await open.change({
    step: 'map',
    unfinished: null,
    rows: result.rows,
    bytes: result.bytes,
    problem: mappingProblem(columns, result.rows),
    findings: {
      reading: result.reading,
      detected: result.detected,
      workbook: result.workbook,
      notes: result.notes,
      proposed: result.columns,
      columns,
      remembered: known !== null,
      rememberedFrom: known?.from ?? null,
      counts: null,
    },
  })
}

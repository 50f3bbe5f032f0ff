import { isProblem } from '../../core/problems'
import { choicesOf, rememberedFor } from './mapping'
import type { ImportTools, OpenImport } from './open-import'
import { mappingProblem } from './refusals'
import { refuseOtherFile, removeUpload } from './source'
import type { ReadResult } from './rows'

/** Begins to read the file, as is wanted or as is found out; the mapping is proposed anew. */
export async function beginReading(open: OpenImport, tools: ImportTools): Promise<void> {
  await open.begin('reading', async (signal) => {
    const { name, source } = open.record
    if (source.kind === 'file') await refuseOtherFile(name, source)
    const staging = tools.stagings.of(open.id)
    const unwatch = staging.watch((progress) => progress && open.progress(progress))
    try {
      const { wanted: reading } = open.record.findings
      const result =
        source.kind === 'file'
          ? await staging.read({ source: { kind: 'file', path: source.path }, reading, signal })
          : await staging.readAgain({ reading, signal })
      await take(open, tools, result, signal)
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

async function take(
  open: OpenImport,
  tools: ImportTools,
  { columns: proposed, rows, bytes, ...found }: ReadResult,
  signal: AbortSignal,
): Promise<void> {
  signal.throwIfAborted()
  const known = found.reading.header ? await rememberedFor(proposed, tools) : null
  const columns = known?.columns ?? proposed
  const staging = tools.stagings.of(open.id)
  if (columns.length > 0) await staging.map(choicesOf(columns))
  // The rules lie with the rows, which are new.
  await staging.rules(open.record.findings.rules)
  signal.throwIfAborted()
  await open.change({
    step: 'map',
    unfinished: null,
    rows,
    bytes,
    problem: mappingProblem(columns, rows),
    findings: {
      ...found,
      proposed,
      columns,
      remembered: known !== null,
      rememberedFrom: known?.from ?? null,
      counts: null,
    },
  })
}

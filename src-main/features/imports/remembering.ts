import type { ImportColumn } from '../../../src-shared/bridge/import-file'
import type { ImportDetail } from '../../../src-shared/bridge/imports'
import { isRejectColumn } from '../../../src-shared/rejects'
import { applyRemembered, headerKey, rememberColumns } from './map/remember'
import type { ImportTools, OpenImport } from './open-import'

/**
 * The columns as an earlier import of a file with this header had them; null where there was none, or it does not fit.
 * A rejects file is known by the header of the file that it comes from.
 */
export async function rememberedFor(
  columns: readonly ImportColumn[],
  { cache }: Pick<ImportTools, 'cache'>,
): Promise<{ columns: ImportColumn[]; from: ImportDetail['rememberedFrom'] } | null> {
  const own = ownOf(columns)
  const remembered = await cache.imports.mapping(headerKey(own.map(({ name }) => name)))
  const applied = remembered === null ? null : applyRemembered(own, remembered.columns)
  if (remembered === null || applied === null) return null
  const byIndex = new Map(applied.map((column) => [column.index, column]))
  const { name, at } = remembered
  return {
    columns: columns.map((column) => byIndex.get(column.index) ?? column),
    from: name === null ? null : { name, at },
  }
}

/** Remembers where the columns of an import go, for files of the same header: what is checked was meant. */
export async function rememberMapping(open: OpenImport, { cache, clock }: ImportTools): Promise<void> {
  const { reading, columns } = open.record.findings
  if (!reading?.header) return
  const own = ownOf(columns)
  const key = headerKey(own.map(({ name }) => name))
  const { name } = open.record
  await cache.imports.remember({ key, columns: rememberColumns(own), name, now: clock.now() })
}

function ownOf(columns: readonly ImportColumn[]): ImportColumn[] {
  return columns.filter(({ name }) => !isRejectColumn(name))
}

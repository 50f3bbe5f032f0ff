import { t } from '../../../src-shared/messages/message'
import { localDate } from '../../../src-shared/instants'
import { domainOf } from '../../../src-shared/address/parts'
import type { ContactField, ContactRow, ContactSelection } from '../../../src-shared/bridge/contacts'
import type { ExportProgress } from '../../../src-shared/bridge/grid'
import type { Host } from '../../core/host'
import { openSelection, type SelectionSource, writeExport } from '../exports'

interface ContactExport {
  selection: ContactSelection
  columns: ContactField[]
  format: 'csv' | 'json'
  guardFormulas: boolean
}

/** Writes a selection of contacts to a file, a few hundred at a time. */
export async function* exportContacts(
  source: SelectionSource,
  host: Host,
  input: ContactExport,
  signal: AbortSignal | undefined,
): AsyncGenerator<ExportProgress, void, undefined> {
  const { columns, format, guardFormulas } = input
  const reader = await openSelection(source, input.selection)
  try {
    yield* writeExport<ContactRow>(
      {
        name: t('contacts.export.contactsDayof', { dayOf: localDate(host.clock.now()) }),
        format,
        guardFormulas,
        total: reader.count,
        slices: () => reader.slices(),
        header: columns,
        cells: (row) => columns.map((column) => valueOf(row, column)),
        object: (row) => objectOf(row, columns),
      },
      host,
      signal,
    )
  } finally {
    await reader.close()
  }
}

function valueOf(row: ContactRow, column: ContactField): unknown {
  switch (column) {
    case 'email':
      return row.email
    case 'subscribed':
      return row.subscribed
    case 'domain':
      return domainOf(row.email)
    case 'createdAt':
      return instant(row.createdAt)
    case 'updatedAt':
      return instant(row.updatedAt)
    case 'verdict':
      return row.verdict?.class ?? null
    case 'checkedAt':
      return instant(row.verdict?.at ?? null)
    default: {
      const key = column.slice('data.'.length)
      return Object.hasOwn(row.data, key) ? row.data[key] : undefined
    }
  }
}

/** JSON keeps the shape of the service: keys of `data` stay inside `data`. */
function objectOf(row: ContactRow, columns: readonly ContactField[]): Record<string, unknown> {
  const own: [string, unknown][] = [['id', row.id]]
  const data: [string, unknown][] = []
  for (const column of columns) {
    if (column.startsWith('data.')) data.push([column.slice('data.'.length), valueOf(row, column)])
    else own.push([column, valueOf(row, column)])
  }
  if (data.length > 0) own.push(['data', Object.fromEntries(data)])
  return Object.fromEntries(own)
}

function instant(value: number | null): string | null {
  return value === null ? null : new Date(value).toISOString()
}

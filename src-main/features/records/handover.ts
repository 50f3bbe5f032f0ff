import { t } from '../../../src-shared/messages/message'
import { tell } from '../../../src-shared/messages/told'
import type { Clock } from '../../core/clock'
import type { ColumnChoice } from '../../../src-shared/bridge/import-file'
import type {
  RecordsLeftOut,
  RecordAudience,
  RecordConnection,
  RecordField,
  RecordMapping,
  RecordRow,
  RecordSelection,
  RecordTally,
} from '../../../src-shared/bridge/records'
import { valueOfField } from '../../../src-shared/record-field'
import type { Cache } from '../../cache/store'
import { csvLine, type RowReader } from '../exports'
import { openRecordSelection, type RecordSource } from './export'
import { problem } from '../../core/problems'
import { AddressTally } from './tally'
import { ColumnKinds, columnsOf, proposeMapping, refuseSamePlace, type MappedColumn } from './mapping'

/** What handing records over is given. */
interface HandoverParts extends RecordSource {
  cache: Pick<Cache, 'records'>
  clock: Clock
  connections: { get(id: string): RecordConnection; reload(id: string): Promise<void> }
  /** Begins an import of rows, as the text of a file with a header. */
  beginImport(given: {
    name: string
    text: string
    columns: (ColumnChoice & { name: string })[]
  }): Promise<{ id: number }>
}

/** What is to be handed over. */
interface Handover {
  connectionId: string
  selection: RecordSelection
  mapping: RecordMapping
}

/** What is meant to be handed over, and the field of the address. */
interface Meant {
  connectionId: string
  selection: RecordSelection
  email: RecordField | null
}

const looked = 200
const inOrder = { search: '', filters: [], sort: { field: 'order', direction: 'asc' } } as const

/** Takes records to the audience: a selection becomes an import, and what went is remembered for the next time. */
export class RecordHandover {
  constructor(private readonly parts: HandoverParts) {}

  /** What is known of a connection's way to the audience; a mapping is proposed where none was used yet. */
  async audience(connectionId: string): Promise<RecordAudience> {
    const { records } = this.parts.cache
    const { mapping, handed } = await records.audience(connectionId)
    const last = handed && { at: handed.at, importId: handed.importId, records: handed.records }
    if (mapping) return { mapping, remembered: true, last }
    const query = { ...inOrder, filters: [], sinceLast: false }
    const { rows } = await records.page({ connectionId, query, slice: { offset: 0, limit: looked } })
    const proposed = proposeMapping(await records.fields(connectionId), rows)
    return { mapping: proposed, remembered: false, last }
  }

  /** What of a selection would go. */
  async tally(meant: Meant): Promise<RecordTally> {
    const reader = await this.#read(meant)
    return (await tallied(reader, meant.email).finally(() => reader.close())).shown()
  }

  /** Freezes what of a selection is left out for a reason, as a selection of the page's. */
  async leftOut(meant: Meant, why: RecordsLeftOut): Promise<{ selectionId: string; count: number }> {
    const reader = await this.#read(meant)
    const tally = await tallied(reader, meant.email).finally(() => reader.close())
    const among = { kind: 'ids' as const, ids: [...tally.idsOf(why)] }
    const { connectionId } = meant
    const query = { ...inOrder, filters: [], sinceLast: false, among }
    return this.parts.frozenRecords.freeze({ connectionId, query })
  }

  /** Makes an import of a selection. Rejects with `input_invalid` where nothing is left of it. */
  async toImport(wanted: Handover): Promise<{ importId: number; records: number }> {
    const { connectionId, mapping } = wanted
    refuseSamePlace(mapping)
    const { cache, clock, connections, beginImport } = this.parts
    const { name } = connections.get(connectionId)
    // Before anything is read: what changes meanwhile belongs to the next time.
    const { changes: upTo } = await cache.records.audience(connectionId)
    const columns = columnsOf(mapping)
    const { text, count, kinds } = await this.#textOf(wanted, columns)
    if (count === 0) {
      throw problem('input_invalid', {
        title: tell('records.handover.thereIsNothingTo'),
        why: tell('records.handover.noRecordOfThis'),
        action: tell('records.handover.chooseOtherRecords'),
      })
    }
    const { id: importId } = await beginImport({
      name: t('records.handover.recordsOfName', { name }),
      text,
      columns: columns.map(({ name: column, target }, at) => ({
        name: column,
        target,
        as: kinds.typeOf(at),
        rule: 'overwrite' as const,
      })),
    })
    const handed = { at: clock.now(), importId, records: count, upTo }
    await cache.records.handedOver({ connectionId, mapping, handed })
    await connections.reload(connectionId)
    return { importId, records: count }
  }

  #read({ connectionId, selection }: Pick<Meant, 'connectionId' | 'selection'>) {
    return openRecordSelection(this.parts, connectionId, selection)
  }

  /** The text of what goes of a selection: looked at once to know what that is, and again to write it. */
  async #textOf(wanted: Handover, columns: readonly MappedColumn[]) {
    const kinds = new ColumnKinds(columns)
    const header = columns.map(({ name }) => name)
    const lines = [csvLine(header, false).line]
    const reader = await this.#read(wanted)
    try {
      const going = (await tallied(reader, wanted.mapping.email)).goingIds()
      for await (const rows of reader.slices()) {
        for (const row of rows) {
          if (!going.has(row.id)) continue
          const cells = cellsOf(row, columns)
          kinds.note(cells)
          lines.push(csvLine(cells, false).line)
        }
      }
    } finally {
      await reader.close()
    }
    return { text: lines.join(''), count: lines.length - 1, kinds }
  }
}

async function tallied(reader: RowReader<RecordRow>, email: RecordField | null): Promise<AddressTally> {
  const tally = new AddressTally(email)
  for await (const rows of reader.slices()) for (const row of rows) tally.note(row)
  return tally
}

function cellsOf(row: RecordRow, columns: readonly MappedColumn[]): unknown[] {
  return columns.map(({ field }) => valueOfField(row, field))
}

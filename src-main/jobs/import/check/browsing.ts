import type {
  ColumnChoice,
  ImportCell,
  ImportColumn,
  ImportRow,
  RowFilter,
} from '../../../../src-shared/bridge/imports'
import type { Slice } from '../../../../src-shared/bridge/base'
import { parseObject } from '../../../cache/contacts/record'
import { Choice } from './choosing'
import { held } from './compare'
import type { CopyContact, OwnEdit } from './copy'
import { reasonOf, type Reason } from './reasons'
import type { RowMapper } from './row-mapper'
import { classOfCode, flag, outcomeCode, undoCodes } from './row-state'
import type { Sheet } from './sheet'
import { noted } from './verdict-marks'

const outcomes: ImportRow['outcome'][] = [null, 'waiting', 'written', 'written', 'failed', 'skipped']

/** What is said beside a cell that would subscribe somebody again. */
const staysWords = 'stays unsubscribed'

/** Rows as a list shows them: each is read, mapped and compared again, so what is seen is what is so now. */
export class RowView {
  private readonly choice: Choice
  private readonly typoCounts = new Map<number, number>()

  constructor(
    private readonly sheet: Sheet,
    private readonly own: ReadonlyMap<number, OwnEdit[]>,
  ) {
    this.choice = new Choice(sheet.tools().state, sheet.store.rules)
  }

  get(row: number): ImportRow {
    const { sheet, choice } = this
    const tools = sheet.tools()
    const { state } = tools
    const { file, mapped } = tools.map(row)
    const name = classOfCode(state.classes[row] ?? 0)
    const contact = name === 'duplicate' ? null : this.contactOf(row)
    const columns = sheet.store.fact('columns') ?? []
    const width = Math.max(columns.length, file.cells.length)
    const cells = Array.from({ length: width }, (_, index) =>
      this.cell(
        row,
        index,
        file.cells[index] ?? '',
        columns[index],
        mapped,
        name === 'changed' || name === 'conflicting' ? contact : null,
      ),
    )
    const isDuplicate = name === 'duplicate'
    const email = mapped.email
    const suggestion = mapped.suggestion
    const reason: Reason | null = reasonOf({ row, name, sheet, contact, own: this.own, choice })
    return {
      row,
      line: file.line,
      class: name,
      repaired: (state.repaired[row] ?? 0) > 0,
      leftOut: choice.isLeftOut(row),
      held: choice.isHeld(row),
      cells,
      reason: reason?.reason ?? null,
      code: reason?.code ?? null,
      suggestion:
        suggestion === null ? null : { email: suggestion, alike: this.alike(state.typos[row] ?? 0) },
      contactId: isDuplicate ? null : (contact?.id ?? null),
      verdict: email === null ? null : noted(sheet.store.db, email),
      outcome: outcomes[state.outcomes[row] ?? outcomeCode.none] ?? null,
      undo: undoCodes[state.undone[row] ?? 0] ?? null,
    }
  }

  private contactOf(row: number): CopyContact | null {
    return this.sheet.tools().state.has(row, flag.addressed) ? this.sheet.contactOf(row) : null
  }

  private cell(
    row: number,
    index: number,
    text: string,
    column: ImportColumn | undefined,
    mapped: RowMapper,
    contact: CopyContact | null,
  ): ImportCell {
    const effective = this.sheet.store.edits.apply(row, index, text)
    const fault = mapped.faults.find((each) => each.index === index)?.sentence ?? null
    const target: ColumnChoice['target'] = column?.target ?? { kind: 'leaveOut' }
    const value = target.kind === 'leaveOut' ? null : valueOf(mapped, index)
    const written = fault !== null || value === null ? effective.text : textOfValue(value)
    const isTidied =
      fault === null &&
      value !== null &&
      (target.kind === 'email' ? written !== effective.text : effective.text.trim() !== effective.text)
    return {
      text: written,
      repairedFrom: effective.edited || isTidied ? text : null,
      before: contact === null ? null : this.before(mapped, target, value, contact),
      fault,
      remark: target.kind === 'subscribed' && this.choice.staysUnsubscribed(row) ? staysWords : null,
    }
  }

  /** What the contact has, where writing the row would change it. */
  private before(
    mapped: RowMapper,
    target: ColumnChoice['target'],
    value: unknown,
    contact: CopyContact,
  ): string | null {
    if (value === null) return null
    if (target.kind === 'subscribed') {
      const stays = value === true && contact.subscribed === 0 && !this.sheet.store.rules.resubscribe
      const differs = mapped.plan.subscribed?.rule === 'overwrite' && value !== (contact.subscribed === 1)
      return differs && !stays ? textOfValue(contact.subscribed === 1) : null
    }
    if (target.kind !== 'data') return null
    const column = mapped.plan.data.find(({ key }) => key === target.key)
    if (column === undefined || column.rule === 'never') return null
    const now = held(parseObject(contact.data), column)
    if (now === value) return null
    const isFilled = now !== undefined && now !== null && now !== ''
    if (column.rule === 'fillBlanks' && isFilled) return null
    return isFilled ? textOfValue(now) : ''
  }

  /** How many rows have the same misspelt domain. */
  private alike(typo: number): number {
    if (typo === 0) return 1
    const known = this.typoCounts.get(typo)
    if (known !== undefined) return known
    const { typos } = this.sheet.tools().state
    let count = 0
    for (const each of typos) if (each === typo) count += 1
    this.typoCounts.set(typo, count)
    return count
  }
}

function valueOf(mapped: RowMapper, index: number): unknown {
  const { plan } = mapped
  if (index === plan.email) return mapped.email
  if (index === plan.subscribed?.index) return mapped.subscribed
  const place = plan.data.findIndex((column) => column.index === index)
  return place < 0 ? null : mapped.value(place)
}

/** A value as a cell shows it. */
export function textOfValue(value: unknown): string {
  if (typeof value === 'string') return value
  return JSON.stringify(value) ?? ''
}

/** Which rows a list shows, kept until something changes: pages of one list are asked for again and again. */
export class RowLists {
  private kept: { key: string; rows: Int32Array } | null = null

  constructor(private readonly sheet: Sheet) {
    sheet.store.onForget(() => {
      this.kept = null
    })
  }

  /** The rows of a filter among `found`, or among all where that is null. */
  rows(filter: RowFilter, search: string, found: Int32Array | null): Int32Array {
    const { store } = this.sheet
    const key = JSON.stringify([store.revision, filter, search])
    if (this.kept?.key === key) return this.kept.rows
    const { state } = this.sheet.tools()
    const shows = new Choice(state, store.rules).shows(filter)
    const rows = new Int32Array(found?.length ?? state.rows)
    let count = 0
    if (found === null) {
      for (let row = 1; row <= state.rows; row += 1) if (shows(row)) rows[count++] = row
    } else {
      for (const row of found) if (shows(row)) rows[count++] = row
    }
    this.kept = { key, rows: rows.slice(0, count) }
    return this.kept.rows
  }

  /** The list of a filter where it is kept. */
  knows(filter: RowFilter, search: string): boolean {
    return this.kept?.key === JSON.stringify([this.sheet.store.revision, filter, search])
  }
}

/** A part of a list. */
export function sliceOf(rows: Int32Array, { offset, limit }: Slice): number[] {
  return Array.from(rows.subarray(offset, offset + limit))
}

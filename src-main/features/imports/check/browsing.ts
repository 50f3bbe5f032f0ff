import type { Verdict } from '../../../../src-shared/bridge/verdicts'
import { saidText } from '../../../../src-shared/messages/told'
import { t } from '../../../../src-shared/messages/message'
import { type ColumnTarget, type ImportColumn } from '../../../../src-shared/bridge/import-file'
import {
  mostCellsShown,
  mostColumnsShown,
  type ImportCell,
  type ImportRow,
} from '../../../../src-shared/bridge/imports'
import { parseObject } from '../../contacts/store'
import { rowLimits } from '../read/api'
import { RowChoice } from './choosing'
import { held, isBlank } from './compare'
import type { OwnEdit } from './copy'
import { reasonOf } from './reasons'
import type { RowMapper } from './row-mapper'
import { classOfCode, outcomeCode, undoCodes } from './row-state'
import type { CheckedRows } from './checked-rows'
import { noted } from './verdict-marks'

const outcomes: ImportRow['outcome'][] = [null, 'waiting', 'written', 'written', 'failed', 'skipped']

/** What the cells of a row are made of. */
interface ShownRow {
  row: number
  /** As the file has them. */
  texts: readonly string[]
  mapped: RowMapper
  isNew: boolean
  /** Sentences by the index of their column. */
  faults: ReadonlyMap<number, string>
  /** What the contact has, where the row would change something of it. */
  now: { subscribed: boolean; data: Record<string, unknown> } | null
}

/** Rows as a list shows them: each is read, mapped and compared again, so what is seen is what is so now. */
export class RowView {
  private readonly choice: RowChoice
  private readonly typoCounts = new Map<number, number>()
  /** Places in the plan by the index of their column. */
  private readonly places: ReadonlyMap<number, number>

  /** @param columns Those whose cells are shown, by index; null: the first of them. */
  constructor(
    private readonly checked: CheckedRows,
    private readonly own: ReadonlyMap<number, OwnEdit[]>,
    private readonly columns: readonly number[] | null = null,
  ) {
    const { state, plan } = checked.tools()
    this.choice = new RowChoice(state, checked.store.rules)
    this.places = new Map(plan.data.map(({ index }, place) => [index, place]))
  }

  /** How many rows one answer may hold: one at least. */
  get mostRows(): number {
    const all = this.checked.store.fact('columns')?.length ?? 0
    const cells = this.columns?.length ?? Math.min(all, mostColumnsShown)
    return Math.max(1, Math.floor(mostCellsShown / Math.max(1, cells)))
  }

  get(row: number): ImportRow {
    const { checked, choice } = this
    const tools = checked.tools()
    const { state } = tools
    const { file, mapped } = tools.map(row)
    const name = classOfCode(state.classes[row] ?? 0)
    const contact = name === 'duplicate' ? null : checked.contactOf(row)
    const columns = checked.store.fact('columns') ?? []
    const compared = name === 'changed' || name === 'conflicting' ? contact : null
    const shown: ShownRow = {
      row,
      texts: file.cells,
      mapped,
      isNew: name === 'new',
      faults: new Map(mapped.faults.map(({ index, sentence }) => [index, sentence])),
      now: compared && { subscribed: compared.subscribed === 1, data: parseObject(compared.data) },
    }
    const width = Math.max(columns.length, file.cells.length)
    const cells = this.indexes(width, mapped).map((index) => this.cell(shown, index, columns[index]))
    const { email, suggestion } = mapped
    const reason = reasonOf({ row, name, checked, contact, own: this.own, choice })
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
      contactId: contact?.id ?? null,
      verdict: email === null ? null : shownVerdict(noted(checked.store.db, email)),
      outcome: outcomes[state.outcomes[row] ?? outcomeCode.none] ?? null,
      undo: undoCodes[state.undone[row] ?? 0] ?? null,
    }
  }

  /** The columns that are shown of a row of a width: those asked for, and the first one at fault. */
  private indexes(width: number, mapped: RowMapper): number[] {
    const asked =
      this.columns ?? Array.from({ length: Math.min(width, mostColumnsShown) }, (_, index) => index)
    const shown = new Set(asked.filter((index) => index < width))
    const fault = mapped.faults.reduce((least, { index }) => Math.min(least, index), width)
    if (fault < width) shown.add(fault)
    return [...shown].sort((a, b) => a - b)
  }

  private cell(shown: ShownRow, index: number, column: ImportColumn | undefined): ImportCell {
    const { row, mapped } = shown
    const text = shown.texts[index] ?? ''
    const effective = this.checked.store.edits.apply(row, index, text)
    const fault = shown.faults.get(index) ?? null
    const target: ColumnTarget = column?.target ?? { kind: 'leaveOut' }
    const value = target.kind === 'leaveOut' ? null : this.valueOf(mapped, index)
    const written = fault !== null || value === null ? effective.text : textOfValue(value)
    const isTidied =
      fault === null &&
      value !== null &&
      (target.kind === 'email' ? written !== effective.text : effective.text.trim() !== effective.text)
    return {
      column: index,
      text: asShown(written),
      repairedFrom: effective.edited || isTidied ? asShown(text) : null,
      before: value === null ? null : this.before(shown, index, target, value),
      fault,
      remark: this.remark(shown, target, fault),
    }
  }

  /** What else is to be known of a cell. */
  private remark(
    { row, mapped, isNew }: ShownRow,
    target: ColumnTarget,
    fault: string | null,
  ): string | null {
    if (target.kind === 'email') {
      const role = mapped.isRole ? t('imports.browsing.roleAddress') : null
      return [mapped.doubt, role].filter((words) => words !== null).join(', ') || null
    }
    if (target.kind !== 'subscribed') return null
    if (this.choice.staysUnsubscribed(row)) return t('imports.browsing.staysUnsubscribed')
    return isNew && fault === null && mapped.subscribed === null ? t('imports.browsing.notSubscribed') : null
  }

  /** What the contact has, where writing the row would change it. */
  private before({ now }: ShownRow, index: number, target: ColumnTarget, value: unknown): string | null {
    if (now === null) return null
    const { plan } = this.checked.tools()
    if (target.kind === 'subscribed') {
      const stays = value === true && !now.subscribed && !this.checked.store.rules.resubscribe
      const differs = plan.subscribed?.rule === 'overwrite' && value !== now.subscribed
      return differs && !stays ? textOfValue(now.subscribed) : null
    }
    const column = target.kind === 'data' ? plan.data[this.places.get(index) ?? -1] : undefined
    if (column === undefined || column.rule === 'never') return null
    const has = held(now.data, column)
    if (has === value) return null
    const isFilled = !isBlank(has)
    if (column.rule === 'fillBlanks' && isFilled) return null
    return isFilled ? textOfValue(has) : ''
  }

  private valueOf(mapped: RowMapper, index: number): unknown {
    const { plan } = mapped
    if (index === plan.email) return mapped.email
    if (index === plan.subscribed?.index) return mapped.subscribed
    const place = this.places.get(index)
    return place === undefined ? null : mapped.value(place)
  }

  /** How many rows have the same misspelt domain. */
  private alike(typo: number): number {
    if (typo === 0) return 1
    const known = this.typoCounts.get(typo)
    if (known !== undefined) return known
    const { typos } = this.checked.tools().state
    let count = 0
    for (const each of typos) if (each === typo) count += 1
    this.typoCounts.set(typo, count)
    return count
  }
}

/** A cell that is too long to be written is shown by its beginning; the rejects file has all of it. */
function asShown(text: string): string {
  return text.length > rowLimits.cell ? `${text.slice(0, 1000)}…` : text
}

/** A value as a cell shows it. */
function textOfValue(value: unknown): string {
  if (typeof value === 'string') return value
  return JSON.stringify(value) ?? ''
}

/** A verdict with its reasons in the language that is spoken. */
function shownVerdict(verdict: Verdict | null): Verdict | null {
  return verdict && { ...verdict, reasons: verdict.reasons.map(saidText) }
}

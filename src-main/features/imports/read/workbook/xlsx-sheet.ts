import type { ElementHandler } from './elements'
import { momentOf, plainNumber, type NumberMeaning } from './numbers'
import { emptyRow, mostColumns, putCell, type SheetRow } from './sheet'

interface SheetContext {
  texts: readonly string[]
  /** By style. */
  meanings: readonly NumberMeaning[]
  from1904: boolean
  /** Where columns that are hidden are noted. */
  hidden: Set<number>
}

/** A cell as it is being read. */
interface XlsxCell {
  column: number
  type: string
  style: number
  value: string
  formula: string | null
}

/** Makes rows of the elements of one sheet. */
export class SheetReader implements ElementHandler {
  #rows: SheetRow[] = []
  #row: SheetRow | null = null
  #cell: XlsxCell | null = null
  #within: 'value' | 'formula' | null = null
  #spoken = 0
  #number = 0
  #column = -1

  constructor(private readonly context: SheetContext) {}

  /** The rows that are whole by now. */
  take(): SheetRow[] {
    return this.#rows.splice(0)
  }

  open(name: string, attributes: Readonly<Record<string, string>>): void {
    switch (name) {
      case 'col':
        this.#hide(attributes)
        break
      case 'row':
        this.#number = Number(attributes['r'] ?? this.#number + 1)
        this.#row = emptyRow(this.#number, isTrue(attributes['hidden']))
        this.#column = -1
        break
      case 'c':
        this.#begin(attributes)
        break
      case 'v':
      case 't':
        if (this.#cell && this.#spoken === 0) this.#within = 'value'
        break
      case 'rPh':
        this.#spoken += 1
        break
      case 'f':
        if (this.#cell) {
          this.#cell.formula = ''
          this.#within = 'formula'
        }
        break
    }
  }

  text(text: string): void {
    if (!this.#cell) return
    if (this.#within === 'value') this.#cell.value += text
    else if (this.#within === 'formula') this.#cell.formula += text
  }

  close(name: string): void {
    if (name === 'rPh') this.#spoken -= 1
    else if (name === 'c') this.#end()
    else if (name === 'row') {
      if (this.#row && (this.#row.cells.length > 0 || this.#row.cut)) this.#rows.push(this.#row)
      this.#row = null
    }
    this.#within = null
  }

  #hide({ min, max, hidden }: Readonly<Record<string, string>>): void {
    if (!isTrue(hidden)) return
    const last = Math.min(Number(max), mostColumns)
    for (let column = Number(min); column <= last; column += 1) this.context.hidden.add(column - 1)
  }

  #begin(attributes: Readonly<Record<string, string>>): void {
    const at = columnOf(attributes['r'])
    this.#column = at ?? this.#column + 1
    this.#cell = {
      column: this.#column,
      type: attributes['t'] ?? 'n',
      style: Number(attributes['s'] ?? 0),
      value: '',
      formula: null,
    }
  }

  #end(): void {
    const row = this.#row
    const cell = this.#cell
    this.#cell = null
    if (!row || !cell) return
    const { column, formula, value, type } = cell
    if (formula !== null) {
      row.formulas.set(column, formula)
      if (value === '' && type !== 'str') row.unsaved.push(column)
    }
    if (type === 'e') row.errors.set(column, value)
    else putCell(row, column, this.#textOf(row, cell))
  }

  #textOf(row: SheetRow, { column, type, style, value }: XlsxCell): string {
    const { texts, meanings, from1904 } = this.context
    if (value === '') return ''
    if (type === 's') return texts[Number(value)] ?? ''
    if (type === 'inlineStr' || type === 'str') return unescaped(value)
    if (type === 'b') return isTrue(value) ? 'TRUE' : 'FALSE'
    if (type === 'd') return value.replace('T', ' ')
    const meaning = meanings[style] ?? 'number'
    const moment = meaning === 'number' ? null : momentOf(Number(value), meaning, from1904)
    if (moment === null) return plainNumber(value)
    row.dates.push(column)
    return moment
  }
}

/** The column of a cell's name, from 0: of "B7" 1. null where it has none. */
function columnOf(name: string | undefined): number | null {
  const letters = /^[A-Z]{1,7}(?=\d)/i.exec(name ?? '')?.[0].toUpperCase()
  if (letters === undefined) return null
  let column = 0
  for (const letter of letters) column = column * 26 + letter.charCodeAt(0) - 64
  return column - 1
}

/** Whether an attribute says yes. */
export function isTrue(value: string | undefined): boolean {
  return value === '1' || value === 'true' || value === 'on'
}

/** Characters that XML cannot hold are written by their number: "_x000D_". */
export function unescaped(text: string): string {
  if (!text.includes('_x')) return text
  return text.replace(/_x([0-9A-Fa-f]{4})_/g, (_, code: string) => String.fromCharCode(parseInt(code, 16)))
}

import { tell } from '../../../../src-shared/messages/told'
import { problem } from '../../../core/problems'
import { changeBits } from './compare'
import type { ContactsReader, CopyContact, OwnEdit } from './copy'
import { AddressGroups } from './groups'
import { planOf } from './plan'
import { codeOfClass, flag, isWritten, field } from './row-state'
import type { ImportFileStore } from './store'
import { RowTools, TypoList } from './tools'

const newCode = codeOfClass('new')

/** The rows of an import as they were checked, one at a time. */
export class CheckedRows {
  private made: RowTools | null = null

  constructor(
    readonly store: ImportFileStore,
    readonly copy: ContactsReader,
    /** Milliseconds since 1970. */
    readonly now: () => number,
  ) {
    store.onForget(() => this.forget())
  }

  /** Throws away what was made for other columns or another state. */
  forget(): void {
    this.made = null
  }

  /** Takes over what a check made. */
  adopt(tools: RowTools): void {
    this.made = tools
  }

  /** The tools of the rows as they were checked. Throws `input_invalid` where they were not, or not as mapped now. */
  tools(): RowTools {
    const { store } = this
    const checked = store.fact('checked')
    if (store.state === null || checked?.current !== true) {
      throw problem('input_invalid', {
        title: tell('imports.checkedRows.theRowsAreNot'),
        why: tell('imports.checkedRows.whereColumnsGoWas'),
        action: tell('imports.checkedRows.checkTheRowsFirst'),
      })
    }
    if (this.made?.state !== store.state) {
      const plan = planOf(store.fact('columns') ?? [])
      const groups = AddressGroups.of(store.state)
      this.made = new RowTools(plan, store.state, new TypoList(checked.typos), checked.seed, store, {
        groups,
      })
    }
    return this.made
  }

  get isChecked(): boolean {
    return this.store.state !== null && this.store.fact('checked')?.current === true
  }

  /** Reads a row again and notes what it says. */
  note(row: number): void {
    const tools = this.tools()
    tools.map(row)
    tools.note(row)
    tools.state.touch(row)
  }

  /** The contact that the copy has for a row's address; null where there is none. */
  contactOf(row: number): CopyContact | null {
    const { state, lanes } = this.tools()
    if (!state.has(row, flag.addressed)) return null
    const [a, b] = [state.get(row, field.addressA), state.get(row, field.addressB)]
    const is = (folded: string) => {
      lanes.address(folded)
      return lanes.a === a && lanes.b === b
    }
    return this.copy.read((copy) =>
      copy.facts().keyed ? copy.find((a ?? 0) >>> 0, is) : copy.findUnkeyed(is),
    )
  }

  /** Classes a row by what is noted about it and its group, asking the copy for its contact. */
  classify(row: number, own: ReadonlyMap<number, OwnEdit[]>): void {
    const { state } = this.tools()
    if (isWritten(state.outcomes[row])) return
    state.touch(row)
    const settled = this.tools().ownClass(row)
    state.put(row, field.contact, 0)
    state.set(row, flag.stays, false)
    if (settled !== null) {
      state.classes[row] = settled
      return
    }
    const contact = this.contactOf(row)
    state.classes[row] = newCode
    if (contact === null) return
    state.put(row, field.contact, contact.row)
    const result = this.tools().compare(row, contact)
    state.set(row, flag.stays, (result & changeBits.stays) !== 0)
    if ((result & changeBits.changes) === 0) state.classes[row] = codeOfClass('unchanged')
    else {
      const conflict = this.tools().conflictOf(row, contact, own)
      state.classes[row] = codeOfClass(conflict === null ? 'changed' : 'conflicting')
    }
  }
}

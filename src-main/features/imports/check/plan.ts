import { tell, type Told } from '../../../../src-shared/messages/told'
import { reservedDataKeys } from '../../../../src-shared/interface/contact'
import type { ColumnRule, ImportColumn } from '../../../../src-shared/bridge/import-file'
import { problem } from '../../../core/problems'
import type { CellReader } from '../map/api'
import { cellReader, readSubscribed, readUnsubscribed } from '../map/read-cell'

/** A column that goes to a key of `data`. */
export interface DataColumn {
  index: number
  key: string
  rule: ColumnRule
  read: CellReader
  isText: boolean
  /** Its bit in the mask of filled columns; 0 where a row's filled columns are not told apart by bits. */
  bit: number
  /** What makes the same text in two columns two values. */
  salt: number
  /** Whether every object has a property of this name. */
  inherited: boolean
}

/** Where columns go, ready to be used for a million rows. */
export interface ColumnPlan {
  email: number
  subscribed: { index: number; rule: ColumnRule; read: CellReader } | null
  data: DataColumn[]
  /** More columns than a mask has bits: rows are compared one by one. */
  wide: boolean
}

const bits = 32

/** Makes a plan of the choices about columns. Throws `input_invalid` where no address is named, or a target twice. */
export function planOf(columns: readonly ImportColumn[]): ColumnPlan {
  const emails = columns.filter(({ target }) => target.kind === 'email')
  const [email] = emails
  if (email === undefined) throw refused(tell('imports.plan.noColumnIsSaid'))
  if (emails.length > 1) throw refused(tell('imports.plan.twoColumnsAreSaid'))
  const subscriptions = columns.filter(({ target }) => target.kind === 'subscribed')
  if (subscriptions.length > 1) throw refused(tell('imports.plan.twoColumnsAreSaid2'))
  const [subscription] = subscriptions
  const taken = new Map<string, ImportColumn>()
  for (const column of columns) {
    if (column.target.kind !== 'data') continue
    const { key } = column.target
    const other = taken.get(key)
    if (other !== undefined)
      throw refused(tell('imports.plan.twoColumnsGoTo', { key, name: other.name, name2: column.name }))
    // The service drops these without a word: a row that says nothing else would be sent again and again.
    if (!reservedDataKeys.includes(key)) taken.set(key, column)
  }
  const wide = taken.size > bits
  const data = [...taken].map(([key, { index, rule, as }], place) => ({
    index,
    key,
    rule,
    read: cellReader(as),
    isText: as.type === 'text',
    bit: wide ? 0 : (1 << place) >>> 0,
    salt: Math.imul(place + 1, 0x27d4eb2f),
    inherited: key in Object.prototype,
  }))
  return {
    email: email.index,
    subscribed:
      subscription === undefined
        ? null
        : { index: subscription.index, rule: subscription.rule, read: subscriptionReader(subscription) },
    data,
    wide,
  }
}

function subscriptionReader({ target }: ImportColumn): CellReader {
  return target.kind === 'subscribed' && target.turned ? readUnsubscribed : readSubscribed
}

function refused(why: Told) {
  return problem('input_invalid', {
    title: tell('imports.plan.theColumnsAreNot'),
    why,
    action: tell('imports.plan.sayWhereEachColumn'),
  })
}

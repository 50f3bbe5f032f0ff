import type { Database } from 'better-sqlite3'
import { z } from 'zod'
import { lazyObject } from '../../../src-shared/lazily'
import { hashOf } from '../../core/database/hash'
import type { Migration } from '../../core/database/migrate'

/* eslint-disable house/texts -- compared with what older copies hold, and never said. */
/** What an older Postroom kept of each sign. */
const sentences = {
  syntax: 'This is not an address.',
  refused: 'The service does not take this for an address.',
  noDomain: 'Its domain does not exist.',
  noMailServer: 'Its domain has no server that takes mail.',
  disputed: 'The service says that its domain takes no mail. Asked from here, DNS names who takes it.',
  lookupFailed: 'Its domain could not be looked up. A later check may settle it.',
  serviceFailed: 'The service failed whenever it was asked about this address.',
  timedOut: 'No answer about this address came in time.',
  connectionLost: 'The connection broke off whenever this address was asked about.',
  rateLimited: 'The service had no requests left whenever this address was asked about.',
  answerForAnother: 'The service answered about another address.',
  answerUnreadable: 'The answer about this address cannot be read.',
  notChecked: 'The service refused to check this address.',
  incomplete: 'The answer leaves out what would settle it.',
  notValid: 'The service calls it not valid, but gives no reason that is known here.',
  disposable: 'Its domain gives out addresses that are thrown away after use.',
  typo: 'Its domain looks misspelt.',
  role: 'It names a role, such as a desk or a team, not a person.',
  plus: 'It has a tag after a plus sign: its owner can tell senders apart.',
  alias: 'It forwards to another address, until its owner stops that.',
  personal: 'Its domain is a provider of private mailboxes.',
  takesMail: 'The domain takes mail. Nobody can tell whether the mailbox exists.',
  boughtBad: 'A list that was bought elsewhere calls it bad.',
  boughtUndecided: 'A list that was bought elsewhere could not tell.',
  boughtRisky: 'A list that was bought elsewhere calls it risky.',
  boughtGood: 'A list that was bought elsewhere calls it good. Its domain was not looked at here.',
}
/* eslint-enable house/texts */
const signs = new Map(
  Object.entries(sentences).map(([sign, sentence]) => [
    sentence,
    JSON.stringify({ say: `told.sign.${sign}`, values: {} }),
  ]),
)

const rowSchema = lazyObject(() => ({
  id: z.number(),
  kind: z.number(),
  source: z.string(),
  signs: z.string(),
  reasons: z.string(),
  answer: z.string().nullable(),
  vendor: z.string().nullable(),
}))
const textsSchema = z.array(z.string())

/** Verdicts keep signs, which are said when they are shown; before they kept the sentence of each. */
export const verdictSigns: Migration = {
  number: 161,
  name: 'signs of verdicts',
  up(db) {
    retellGrounds(db, (reason) => signs.get(reason) ?? reason)
  },
}

/** Keeps the reasons of verdicts otherwise: each as `retell` has it. */
export function retellGrounds(db: Database, retell: (reason: string) => string): void {
  const set = db.prepare<[string, number, number]>(
    'UPDATE verdict_ground SET reasons = ?, hash = ? WHERE id = ?',
  )
  const rows = db.prepare('SELECT id, kind, source, signs, reasons, answer, vendor FROM verdict_ground').all()
  for (const found of rows) {
    const row = rowSchema.parse(found)
    const before = textsSchema.parse(JSON.parse(row.reasons))
    const reasons = JSON.stringify(before.map(retell))
    const told = [row.kind, row.source, row.signs, reasons, row.answer ?? '', row.vendor ?? '']
    if (reasons !== row.reasons) set.run(reasons, hashOf(told.join('\n')), row.id)
  }
}

import type { ContactCondition, MailKind } from '../mail/message'

/** Who may get a campaign of this type at all: what advertises goes to subscribed contacts only (wire.md, "Campaign"). */
export function mayGet(type: MailKind): ContactCondition {
  return { where: type === 'TRANSACTIONAL' ? '1' : 'c.subscribed = 1', values: [] }
}

/** A condition that holds where all of these do. */
export function allOf(...conditions: ContactCondition[]): ContactCondition {
  return {
    where: conditions.map(({ where }) => `(${where})`).join(' AND '),
    values: conditions.flatMap(({ values }) => values),
  }
}

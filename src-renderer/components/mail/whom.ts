import type { Persona, RenderAs } from '../../../src-shared/bridge/review'

/** Somebody as whom a mail is looked at, and what they are called. */
export interface Whom {
  as: RenderAs
  label: string
}

/** The mail as it was written. */
export const nobody: Whom = { as: { kind: 'nobody' }, label: 'Variables as written' }

/** One of the people whom a review found worth a look. */
export function personaWhom({ contactId, label }: Persona): Whom {
  return { as: { kind: 'contact', id: contactId }, label }
}

/** What tells people apart in a list of them. */
export function whomKey({ as }: Whom): string {
  return as.kind === 'contact' ? `contact ${as.id}` : as.kind
}

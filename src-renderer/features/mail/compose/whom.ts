import { t } from '../../../../src-shared/messages/message'
import type { Persona, RenderAs } from '../../../../src-shared/bridge/review'

/** Somebody as whom a mail is looked at, and what they are called. */
export interface Whom {
  as: RenderAs
  label: string
}

/** The mail as it was written. */
export const nobody: Whom = { as: { kind: 'nobody' }, label: t('mail.whom.variablesAsWritten') }

/** One of the people whom a review found worth a look. */
export function personaWhom({ contactId, label }: Persona): Whom {
  return { as: { kind: 'contact', id: contactId }, label }
}

/** What tells choices apart in a list of them: one person may stand for several. */
export function whomKey({ as, label }: Whom): string {
  return as.kind === 'contact' ? `${as.id} ${label}` : as.kind
}

/** The first persona of each kind: those that have room side by side. */
export function firstOfKinds(personas: readonly Persona[]): Persona[] {
  return personas.filter((one, at) => personas.findIndex(({ kind }) => kind === one.kind) === at)
}

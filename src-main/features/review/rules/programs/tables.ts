import { z } from 'zod'
import { lazily } from '../../../../../src-shared/lazily'
import type { MailProgram } from '../../../../../src-shared/bridge/rendered-mail'
import tables from '../../../../../resources/mail-programs.json'
import { type Mailbox, mailboxes } from '../../../../../src-shared/address/mailboxes'

/** The program of each provider as the tables name it; of others they know nothing. */
const programs: Partial<Record<Mailbox, string>> = {
  gmail: 'gmail.desktop-webmail',
  outlook: 'outlook.outlook-com',
  yahoo: 'yahoo.desktop-webmail',
  icloud: 'apple-mail.ios',
  gmx: 'gmx.desktop-webmail',
  orange: 'orange.desktop-webmail',
  free: 'free-fr.desktop-webmail',
  sfr: 'sfr.desktop-webmail',
  laposte: 'laposte.desktop-webmail',
  telekom: 't-online-de.desktop-webmail',
  ionos: 'ionos-1and1.desktop-webmail',
  mailRu: 'mail-ru.desktop-webmail',
  wp: 'wp-pl.desktop-webmail',
  proton: 'protonmail.desktop-webmail',
  fastmail: 'fastmail.desktop-webmail',
  hey: 'hey.desktop-webmail',
}

const read = lazily(() =>
  z
    .object({
      asOf: z.iso.date(),
      features: z.record(z.string(), z.record(z.string(), z.enum(['y', 'a', 'n']))),
    })
    .parse(tables),
)

/** The day that the tables are of. */
export const tablesAsOf = () => Date.parse(read().asOf)

/** Whether a program shows something at all; what was not tried counts as shown. */
export function isShownBy(program: MailProgram, feature: string): boolean {
  return read().features[feature]?.[program] !== 'n'
}

/** How the program of each provider takes something; shown in part counts as shown. Who is not named was not tried. */
export function shownBy(feature: string): Partial<Record<Mailbox, boolean>> {
  const { features } = read()
  const shows: Partial<Record<Mailbox, boolean>> = {}
  for (const mailbox of mailboxes) {
    const found = features[feature]?.[programs[mailbox] ?? '']
    if (found !== undefined) shows[mailbox] = found !== 'n'
  }
  return shows
}

/**
 * Names of desks and duties: those of RFC 2142, those that companies commonly give out, and those that send without
 * being read. Who reads them changes, and one complaint speaks for many; they are counted, not left out.
 */
const roles = new Set(
  (
    'abuse accounting accounts admin administrator billing bookings careers contact customerservice dev do-not-reply ' +
    'donotreply enquiries events feedback finance ftp hello help helpdesk hostmaster hr info inquiries invoices it jobs ' +
    'legal mail mailer-daemon marketing media news newsletter no-reply no_reply noc noreply office operations orders ' +
    'payments postmaster press privacy purchasing reception recruitment reservations root sales security service shop ' +
    'staff subscribe support team unsubscribe usenet uucp webmaster welcome'
  ).split(' '),
)

interface MailboxKind {
  /** Whether it has a tag after a plus sign, `name+tag`. */
  plusAddressed: boolean
  /** Whether it names a role, such as a desk or a team, not a person; a tag does not matter. */
  role: boolean
}

/** Looks at the part before the @. */
export function mailboxKind(local: string): MailboxKind {
  const plus = local.indexOf('+')
  const name = plus > 0 ? local.slice(0, plus) : local
  return { plusAddressed: plus > 0, role: roles.has(name.toLowerCase()) }
}

/** Whether the part before the @ names a role; a tag after a plus sign does not matter. */
export function isRole(local: string): boolean {
  return mailboxKind(local).role
}

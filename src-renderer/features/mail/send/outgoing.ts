import { t } from '../../../../src-shared/messages/message'
import { z } from 'zod'
import type { Mail } from '../../../../src-shared/bridge/review'
import type { Outgoing } from '../../../../src-shared/bridge/send'
import type { TemplateDetail } from '../../../../src-shared/bridge/templates'
import { readMailAddress } from '../../../../src-shared/address/mail-address'
import { givenVariable, plainView, type TemplateLanguage } from '../../../../src-shared/interface/liquid-view'
import { findVariables, ownVariables } from '../../../../src-shared/interface/template-text'

/** What a person writes of a mail: kept as a draft until it is sent. Attachments are not: they live while the program runs. */
export const formSchema = z.object({
  /** Addresses, parted by anything but what stands in addresses. */
  to: z.string(),
  way: z.enum(['template', 'own']),
  templateId: z.string(),
  subject: z.string(),
  body: z.string(),
  from: z.string(),
  fromName: z.string(),
  replyTo: z.string(),
  /** Values by the name of their variable. */
  values: z.record(z.string(), z.string()),
  /** Values are stored with the contacts, rather than used for this mail alone. */
  keepValues: z.boolean(),
  subscribed: z.enum(['keep', 'yes', 'no']),
})
export type SendForm = z.infer<typeof formSchema>

/** An empty form. */
export const emptyForm: SendForm = {
  to: '',
  way: 'template',
  templateId: '',
  subject: '',
  body: '',
  from: '',
  fromName: '',
  replyTo: '',
  values: {},
  keepValues: false,
  subscribed: 'keep',
}

/** Who a mail goes to at most. */
export const mostRecipients = 100

/** Who is meant by what was typed: each address once, and those that are none, with what is wrong with them. */
export function recipientsOf(text: string): { emails: string[]; faults: { text: string; fault: string }[] } {
  const emails = new Map<string, string>()
  const faults: { text: string; fault: string }[] = []
  for (const part of text.split(/[\s,;]+/).filter((one) => one !== '')) {
    const address = part.replace(/^<(.*)>$/, '$1')
    const { fault } = readMailAddress(address)
    if (fault !== null) faults.push({ text: part, fault })
    else if (!emails.has(address.toLowerCase())) emails.set(address.toLowerCase(), address)
  }
  return { emails: [...emails.values()], faults }
}

/** The mail that is sent: the template's, with what the form says instead; null while there is none. */
export function mailOf(form: SendForm, template: TemplateDetail | null): Mail | null {
  const own = form.way === 'own'
  if (!own && template === null) return null
  return {
    subject: (own ? form.subject : template?.subject) ?? '',
    body: (own ? form.body : template?.body) ?? '',
    from: form.from.trim() || (own ? '' : (template?.from ?? '')),
    fromName: form.fromName.trim() || (own ? '' : (template?.fromName ?? '')),
    replyTo: form.replyTo.trim() || (own ? '' : (template?.replyTo ?? '')),
    type: 'TRANSACTIONAL',
  }
}

/** A variable of a mail that can be given a value, with the fallback that it has. */
interface NeededValue {
  name: string
  fallback: string | null
}

/** The variables of a mail, in their order, without those that the service fills in by itself. */
export function neededValues(
  { subject, body }: Pick<Mail, 'subject' | 'body'>,
  language: TemplateLanguage,
): NeededValue[] {
  const found = new Map<string, NeededValue>()
  const variables = [subject, body].flatMap((text) => findVariables(plainView(text, language).text))
  for (const { name, fallback } of variables) {
    const key = name.replace(/^data\./, '')
    if (key === givenVariable || ownVariables.some((own) => own === key)) continue
    const before = found.get(key)
    found.set(key, { name: key, fallback: before ? (before.fallback ?? fallback) : fallback })
  }
  return [...found.values()]
}

/** The values that were given to variables of this mail. */
export function givenValues(form: SendForm, needed: readonly NeededValue[]): Record<string, string> {
  return Object.fromEntries(
    needed.flatMap(({ name }) => {
      const value = form.values[name]?.trim() ?? ''
      return value === '' ? [] : [[name, value]]
    }),
  )
}

const orNull = (text: string): string | null => (text.trim() === '' ? null : text.trim())

/** What the core is asked to send. */
export function outgoingOf(
  form: SendForm,
  parts: { emails: string[]; needed: readonly NeededValue[]; attachments: string[] },
): Outgoing {
  const own = form.way === 'own'
  const values = Object.entries(givenValues(form, parts.needed))
  return {
    to: parts.emails,
    templateId: own ? null : form.templateId,
    subject: own ? form.subject : null,
    body: own ? form.body : null,
    from: orNull(form.from),
    fromName: orNull(form.fromName),
    replyTo: orNull(form.replyTo),
    data: Object.fromEntries(
      values.map(([name, value]) => [name, form.keepValues ? value : { value, persistent: false }]),
    ),
    subscribed: form.subscribed === 'keep' ? null : form.subscribed === 'yes',
    attachments: parts.attachments,
  }
}

/** What is still missing before a mail can be sent, in words; empty where nothing is. */
export function missingWords(
  form: SendForm,
  recipients: ReturnType<typeof recipientsOf>,
  mail: Mail | null,
): string {
  const [faulty] = recipients.faults
  if (faulty) return t('mail.outgoing.textIsNoAddress', { text: faulty.text })
  if (recipients.emails.length === 0) return t('mail.outgoing.sayWhoGetsIt')
  if (recipients.emails.length > mostRecipients)
    return t('mail.outgoing.itGoesToMostrecipients', { mostRecipients })
  if (mail === null) return t('mail.outgoing.chooseATemplate')
  if (form.way === 'own') {
    if (form.subject.trim() === '') return t('mail.outgoing.writeASubject')
    if (form.body.trim() === '') return t('mail.outgoing.writeTheMail')
    if (form.from.trim() === '') return t('mail.outgoing.sayWhoItIs')
  }
  for (const [label, text] of [
    [t('words.from'), form.from],
    [t('words.replyTo'), form.replyTo],
  ] as const) {
    if (text.trim() !== '' && readMailAddress(text.trim()).fault !== null)
      return t('mail.outgoing.labelIsNoAddress', { label })
  }
  return ''
}

import { t } from '../../../../src-shared/messages/message'
import { z } from 'zod'
import type { Mail } from '../../../../src-shared/bridge/review'
import type { Outgoing, Recipient } from '../../../../src-shared/bridge/send'
import type { TemplateDetail } from '../../../../src-shared/bridge/templates'
import { readMailAddress } from '../../../../src-shared/address/mail-address'
import { headerFault } from '../../../../src-shared/interface/send'
import { givenVariable, plainView, type TemplateLanguage } from '../../../../src-shared/interface/liquid-view'
import { findVariables, ownVariables } from '../../../../src-shared/interface/template-text'

/** What a person writes of a mail: kept as a draft until it is sent. Attachments are not: they live while the program runs. */
export const formSchema = z.object({
  /** Addresses, parted by anything but what stands in addresses. */
  to: z.string(),
  way: z.enum(['template', 'own']),
  templateId: z.string(),
  subject: z.string(),
  /** In place of the template's; empty: its own. */
  otherSubject: z.string().default(''),
  body: z.string(),
  from: z.string(),
  fromName: z.string(),
  replyTo: z.string(),
  /** Header lines, one a line: "X-Campaign: berths". */
  headers: z.string().default(''),
  /** Values of all by the name of their variable. */
  values: z.record(z.string(), z.string()),
  /** Values of one person alone, by their address in small letters. */
  own: z.record(z.string(), z.record(z.string(), z.string())).default({}),
  /** Variables whose values are stored with the contacts, rather than used for this mail alone. */
  kept: z.array(z.string()).default([]),
  subscribed: z.enum(['keep', 'yes', 'no']),
})
export type SendForm = z.infer<typeof formSchema>

/** An empty form. */
export const emptyForm: SendForm = {
  to: '',
  way: 'template',
  templateId: '',
  subject: '',
  otherSubject: '',
  body: '',
  from: '',
  fromName: '',
  replyTo: '',
  headers: '',
  values: {},
  own: {},
  kept: [],
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

/** Addresses as they are copied from elsewhere, without the names before them: "Zofia Wiśniewska <z@onet.pl>; …". */
export function bareAddresses(text: string): string {
  return text
    .split(/[,;\n]/)
    .map((part) => /<([^<>]*)>/.exec(part)?.[1] ?? (text.includes('<') && !part.includes('@') ? '' : part))
    .join(' ')
}

/** The mail that is sent: the template's, with what the form says instead; null while there is none. */
export function mailOf(form: SendForm, template: TemplateDetail | null): Mail | null {
  const own = form.way === 'own'
  if (!own && template === null) return null
  return {
    subject: (own ? form.subject : form.otherSubject.trim() || template?.subject) ?? '',
    body: (own ? form.body : template?.body) ?? '',
    from: form.from.trim() || (own ? '' : (template?.from ?? '')),
    fromName: form.fromName.trim() || (own ? '' : (template?.fromName ?? '')),
    replyTo: form.replyTo.trim() || (own ? '' : (template?.replyTo ?? '')),
    type: 'TRANSACTIONAL',
  }
}

/** A variable of a mail that can be given a value, with the fallback that it has. */
export interface NeededValue {
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

/** The variables of a mail that the service fills in by itself. */
export function serviceValues({ subject, body }: Pick<Mail, 'subject' | 'body'>, language: TemplateLanguage) {
  const found = [subject, body].flatMap((text) => findVariables(plainView(text, language).text))
  return ownVariables.filter((own) => found.some(({ name }) => name === own))
}

/** The values that were typed for somebody: their own, or else those of all. */
export function givenValues(
  form: SendForm,
  needed: readonly NeededValue[],
  email: string,
): Record<string, string> {
  const own = form.own[email.toLowerCase()] ?? {}
  return filledOf(needed, (name) => own[name] ?? form.values[name])
}

function filledOf(needed: readonly NeededValue[], valueOf: (name: string) => string | undefined) {
  return Object.fromEntries(
    needed.flatMap(({ name }) => {
      const value = valueOf(name)?.trim() ?? ''
      return value === '' ? [] : [[name, value]]
    }),
  )
}

/** Header lines as they were typed: those that are read, and the first that is none. */
export function headersOf(text: string): { headers: Record<string, string>; fault: string | null } {
  const headers: Record<string, string> = {}
  for (const line of text.split('\n').filter((one) => one.trim() !== '')) {
    const { name = '', value = '' } = /^(?<name>[^:]*):(?<value>.*)$/.exec(line)?.groups ?? {}
    const fault = headerFault(name.trim(), value.trim())
    if (fault !== null)
      return { headers, fault: t('mail.outgoing.headerFault', { line: line.trim(), fault }) }
    headers[name.trim()] = value.trim()
  }
  return { headers, fault: null }
}

const orNull = (text: string): string | null => (text.trim() === '' ? null : text.trim())

/** What the core is asked to send. `people`: what is told of each, by their address in small letters. */
export function outgoingOf(
  form: SendForm,
  parts: {
    emails: string[]
    needed: readonly NeededValue[]
    attachments: string[]
    people: ReadonlyMap<string, Omit<Recipient, 'data'>>
  },
): Outgoing {
  const own = form.way === 'own'
  const asSent = (values: Record<string, string>) =>
    Object.fromEntries(
      Object.entries(values).map(([name, value]) => [
        name,
        form.kept.includes(name) ? value : { value, persistent: false },
      ]),
    )
  const ofOne = (key: string) => filledOf(parts.needed, (name) => form.own[key]?.[name])
  const people = parts.emails.map((email) => {
    const key = email.toLowerCase()
    const { name = null, filled = null } = parts.people.get(key) ?? {}
    return [key, { name, filled, data: asSent(ofOne(key)) }] as const
  })
  return {
    to: parts.emails,
    templateId: own ? null : form.templateId,
    subject: own ? form.subject : orNull(form.otherSubject),
    body: own ? form.body : null,
    from: orNull(form.from),
    fromName: orNull(form.fromName),
    replyTo: orNull(form.replyTo),
    data: asSent(filledOf(parts.needed, (name) => form.values[name])),
    people: Object.fromEntries(people),
    subscribed: form.subscribed === 'keep' ? null : form.subscribed === 'yes',
    headers: headersOf(form.headers).headers,
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
  if (mail === null) return t('words.chooseATemplateSentence')
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
  return headersOf(form.headers).fault ?? ''
}

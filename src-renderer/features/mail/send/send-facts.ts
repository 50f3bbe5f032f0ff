import { t } from '../../../../src-shared/messages/message'
import type { TemplateLanguage } from '../../../../src-shared/interface/liquid-view'
import { formatBytes } from '../../../format'
import { subjectPieces } from '../compose/subject-pieces'
import type { OpenAttachments } from './use-attachments'
import type { OpenForm } from './use-form'
import type { useLately } from './use-lately'
import type { OpenPeople } from './use-people'

/** What is confirmed before a mail goes to several people, a line each. */
export function sendFacts(
  { form, mail, template, recipients }: OpenForm,
  { people, missing }: OpenPeople,
  { again }: ReturnType<typeof useLately>,
  files: OpenAttachments,
  language: TemplateLanguage,
): { label: string; value: string }[] {
  const { emails } = recipients.value
  const names = people.value.slice(0, 3).map(({ name, email }) => name ?? email)
  const first = names.join(', ')
  const more = emails.length - names.length
  const strangers = people.value.filter(({ contact }) => contact === null).length
  // As its readers see it, where it is the same for all.
  const subjects = new Set(
    people.value.map(({ values }) =>
      subjectPieces(mail.value?.subject ?? '', language, values)
        .map(({ text }) => text)
        .join(''),
    ),
  )
  const facts: [string, string][] = [
    [t('words.to'), more > 0 ? t('mail.sendFacts.firstAndMore', { first, more }) : first],
    [t('words.subject'), subjects.size === 1 ? [...subjects].join('') : (mail.value?.subject ?? '')],
    [t('words.from'), mail.value?.from || t('words.theProjectsAddress')],
  ]
  if (template.value && form.value.way === 'template') facts.push([t('words.template'), template.value.name])
  if (strangers > 0) facts.push([t('mail.sendFacts.newContacts'), String(strangers)])
  if (form.value.subscribed !== 'keep')
    facts.push([
      t('words.subscription'),
      form.value.subscribed === 'yes'
        ? t('mail.sendFacts.allSubscribed')
        : t('mail.sendFacts.allUnsubscribed'),
    ])
  const attached = files.files.value.length
  if (attached > 0)
    facts.push([
      t('words.attachments'),
      t('mail.sendFacts.filesBytes', {
        files: t('counts.files', { count: attached }),
        bytes: formatBytes(files.bytes.value),
      }),
    ])
  for (const { name, count } of missing.value)
    facts.push([t('words.empty'), t('mail.sendFacts.nameForCount', { name, count, of: emails.length })])
  if (again.value.length > 0)
    facts.push([
      t('mail.sendFacts.again'),
      t('mail.sendFacts.hadItWithin24Hours', { count: again.value.length }),
    ])
  return facts.map(([label, value]) => ({ label, value }))
}

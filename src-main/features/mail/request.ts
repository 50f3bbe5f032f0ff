import { t } from '../../../src-shared/messages/message'
import { tell } from '../../../src-shared/messages/told'
import { jsonText } from '../../../src-shared/interface/exact-number'
import type { Outgoing } from '../../../src-shared/bridge/send'
import { lazySchema } from '../../../src-shared/lazily'
import { sendRequestSchema } from '../../../src-shared/interface/send'
import { problem } from '../../core/problems'
import type { AttachedFile } from './attachments'

/** A mail as it is sent: to one recipient after the other, the rest being the same. */
export interface Composed {
  /** Each once, as typed. `data`: their values, as JSON; null where all have the same, in the rest. */
  to: { email: string; data: string | null }[]
  /** The request without what is of its recipient alone, as JSON: see {@link bodyOf}. */
  rest: string
  /** What the activity log keeps beside the recipient: no bodies. */
  logged: Record<string, unknown>
}

const checkSchema = lazySchema(() => sendRequestSchema.unwrap().omit({ attachments: true }))

/** Puts a request together. Throws `input_invalid` with the fields where the service would refuse it. */
export function compose(outgoing: Outgoing, files: readonly AttachedFile[]): Composed {
  const { body, data, people } = outgoing
  const to = onceEach(outgoing.to)
  const dataOf = (email: string) => ({ ...data, ...people[email.toLowerCase()]?.data })
  const head = headOf(outgoing)
  const faults = missing(outgoing)
  for (const [index, email] of to.entries()) {
    const checked = checkSchema.safeParse({ ...head, data: dataOf(email), to: email })
    if (checked.success) continue
    for (const { path, message } of checked.error.issues) {
      const field = path[0] === 'to' ? `to.${index}` : (names[String(path[0])] ?? path.map(String).join('.'))
      const said = path[0] === 'to' ? t('mail.request.emailIsNoAddress', { email }) : message
      if (!faults.some((fault) => fault.field === field)) faults.push({ field, message: said })
    }
  }
  if (faults.length > 0) {
    throw problem('input_invalid', {
      why: tell('mail.request.theServiceWouldNot'),
      fields: faults.slice(0, 20),
    })
  }
  const attached = files.map(({ name, contentType, bytes }) => ({ name, contentType, bytes }))
  const differ = Object.values(people).some((one) => Object.keys(one.data).length > 0)
  return {
    to: to.map((email) => ({ email, data: differ ? jsonText(dataOf(email)) : null })),
    rest: withFiles(jsonText(differ ? head : { ...head, data }), files),
    logged: {
      ...head,
      ...(body === null ? {} : { body: t('mail.request.countCharacters', { count: body.length }) }),
      data: [...new Set(to.flatMap((email) => Object.keys(dataOf(email))))],
      ...(files.length === 0 ? {} : { attachments: attached }),
    },
  }
}

/** What all of the recipients get, but for their values. */
function headOf({ templateId, subject, body, from, fromName, replyTo, subscribed, headers }: Outgoing) {
  return {
    ...(subject === null ? {} : { subject }),
    ...(body === null ? {} : { body }),
    ...(templateId === null ? {} : { template: templateId }),
    ...(from === null ? {} : { from }),
    ...(fromName === null ? {} : { name: fromName }),
    ...(replyTo === null ? {} : { reply: replyTo }),
    ...(subscribed === null ? {} : { subscribed }),
    ...(Object.keys(headers).length === 0 ? {} : { headers }),
  }
}

/** The body of the request to one recipient: the same bytes whenever it is made. */
export function bodyOf(email: string, rest: string, data: string | null): string {
  const own = data === null ? '' : `"data":${data},`
  return `{"to":${JSON.stringify(email)},${own}${rest.slice(1)}`
}

/** The request to one recipient as it would leave now; files come by their names alone. */
export function requestTo(email: string, outgoing: Outgoing) {
  const { to, rest } = compose({ ...outgoing, to: [email] }, [])
  return {
    headers: [
      { name: 'Content-Type', value: 'application/json' },
      { name: 'Idempotency-Key', value: t('mail.request.madeAsItLeaves') },
    ],
    body: to.map((one) => bodyOf(one.email, rest, one.data)).join(''),
  }
}

/** Fields of the request by the name that the page knows them by. */
const names: Record<string, string> = { template: 'templateId', name: 'fromName', reply: 'replyTo' }

function missing({ templateId, subject, body, from }: Outgoing): { field: string; message: string }[] {
  if (templateId !== null) return []
  return Object.entries({ subject, body, from }).flatMap(([field, value]) =>
    value === null || value.trim() === '' ? [{ field, message: t('mail.request.isNeededWhereThere') }] : [],
  )
}

function onceEach(emails: readonly string[]): string[] {
  const seen = new Set<string>()
  return emails.filter((email) => {
    const folded = email.toLowerCase()
    if (seen.has(folded)) return false
    seen.add(folded)
    return true
  })
}

/** Adds files to an object's JSON. Base64 needs no escaping, and is too long to be walked through for nothing. */
function withFiles(head: string, files: readonly AttachedFile[]): string {
  if (files.length === 0) return head
  const parts = files.map(({ name, contentType, content }) => {
    const about = JSON.stringify({ filename: name, contentType })
    return `${about.slice(0, -1)},"content":"${content}"}`
  })
  return `${head.slice(0, -1)},"attachments":[${parts.join(',')}]}`
}

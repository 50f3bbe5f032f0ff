import type { Mail } from '../../../src-shared/bridge/review'
import type { TemplateLanguage } from '../../../src-shared/interface/liquid-view'
import { bodyMax } from '../../../src-shared/interface/template-html'
import type { TemplateValues } from '../../../src-shared/interface/template-text'
import {
  clickUrl,
  pixelUrl,
  trackable,
  trackedHtml,
  trackingLengths,
} from '../../../src-shared/interface/tracked-html'
import { withFooter } from '../../../src-shared/interface/unsubscribe-footer'
import type { FoundPersona } from '../segments/store'
import type { Cache } from '../../cache/store'
import { isProblem } from '../../core/problems'
import { valuesOf } from './people-values'
import { filledIn } from './render/rendering'
import type { RuleFacts } from './rules/rule'

/** What the size of a mail is counted with. */
export interface SizeTools {
  cache: Pick<Cache, 'contacts'>
  /** Of the service, as the profile has it. */
  address: string
  /** Whether what the service adds to a mail is known: of the embedded one alone. */
  ownService: boolean
  language: TemplateLanguage
}

/** The size of a mail as it is written: for nobody. */
export function writtenSize(mail: Mail, tools: SizeTools): RuleFacts['size'] {
  return { bytes: bytesFor(mail, null, tools), label: null, added: tools.ownService }
}

/** The size of a mail for whom of the personas it is longest. */
export async function longestSize(
  mail: Mail,
  personas: readonly FoundPersona[],
  tools: SizeTools,
): Promise<RuleFacts['size']> {
  let most: RuleFacts['size'] | null = null
  for (const { contactId, label } of personas) {
    // Gone since it was counted: another one stands for it.
    if ((await tools.cache.contacts.get(contactId)) === null) continue
    const bytes = bytesFor(mail, await valuesOf({ kind: 'contact', id: contactId }, tools), tools)
    if (bytes > (most?.bytes ?? 0))
      most = { bytes, label: personas.length > 1 ? label : null, added: tools.ownService }
  }
  return most ?? writtenSize(mail, tools)
}

function bytesFor(mail: Mail, values: TemplateValues | null, tools: SizeTools): number {
  try {
    if (!tools.ownService) return Buffer.byteLength(filledIn(mail.body, values, tools.language))
    const html = filledIn(
      mail.type === 'MARKETING' ? withFooter(mail.body) : mail.body,
      values,
      tools.language,
    )
    return Buffer.byteLength(asSent(html, values, tools))
  } catch (error) {
    if (isProblem(error, 'input_invalid')) return bodyMax
    throw error
  }
}

/** As our own service sends it: what names and signs a message stands for as many characters. */
function asSent(html: string, values: TemplateValues | null, { address }: SizeTools): string {
  const service = address.replace(/\/+$/, '')
  const token = '0'.repeat(trackingLengths.token)
  const signature = '0'.repeat(trackingLengths.signature)
  return trackedHtml(html, {
    pages: values === null ? [] : [values.unsubscribeUrl, values.subscribeUrl, values.manageUrl],
    click: (target) => {
      const href = trackable(target)
      const encoded = href === null ? null : Buffer.from(href).toString('base64url')
      return encoded === null ? null : clickUrl(service, token, signature + encoded)
    },
    pixel: pixelUrl(service, token),
  })
}

import type { MailElement, ParsedMail } from '../parsed-mail'
import { hrefsOf } from './link-kinds'
import { found, foundIn, linesOf, passed, reviewRule } from './rule'

const leadsOut = /\{\{\s*(?:data\.)?(?:unsubscribeUrl|manageUrl)\s*(?:\?\?[^{}]*)?\}\}/
const saysSo =
  /unsubscrib|opt[\s-]?out|abmelden|abbestellen|austragen|désabonn|desabonn|se désinscrire|darse de baja|cancelar (?:la )?suscripci|disiscri|annulla (?:l.)?iscrizione|uitschrijven|afmelden|wypisz|rezygn|отписат|إلغاء الاشتراك|配信停止|購読(?:を)?解除|取消订阅|退订|수신\s?거부/i

/** People can leave a mail of marketing by a link that everybody sees. */
export const unsubscribeLink = reviewRule('unsubscribeLink', 'mail', (parsed) => {
  const { type } = parsed.mail
  const links = linksOut(parsed)
  const shown = links.filter(({ element }) => !element.hidden)
  const own = shown.filter(({ element }) => leadsOut.test(element.attributes.get('href') ?? ''))
  if (own.length > 0) return passed('Unsubscribe link, outside conditions')
  if (shown.length > 0) {
    const sentence = (lines: string) =>
      `The link in ${lines} is not the service’s own, so nobody knows whether it unsubscribes. Lead it to \`{{unsubscribeUrl}}\`.`
    return foundIn(hrefsOf(parsed, shown), 'warning', 'Unsubscribe link of another page', sentence)
  }
  const outcome = type === 'MARKETING' ? 'error' : 'warning'
  if (links.length > 0) {
    const sentence = (lines: string) => `The link in ${lines} is not shown, so nobody can follow it. Show it.`
    return foundIn(hrefsOf(parsed, links), outcome, 'Unsubscribe link is hidden', sentence)
  }
  const inComments = parsed.comments.filter(({ links: inside }) => inside.some((href) => leadsOut.test(href)))
  if (inComments.length > 0) {
    const places = inComments.map(({ start }) => parsed.place(start, start + 4))
    const sentence = (lines: string) =>
      `Only programs that read the conditional comment in ${lines} show it. Put it outside.`
    return foundIn(places, outcome, 'Unsubscribe link only inside a condition', sentence)
  }
  if (type !== 'MARKETING') return passed('No unsubscribe link, which this type may do without')
  const asText = parsed.texts.find(({ text, inside }) => inside === '' && leadsOut.test(text))
  const places = [parsed.place(asText?.start ?? 0, asText ? asText.start + asText.text.length : 0)]
  const sentence = asText
    ? `\`{{unsubscribeUrl}}\` stands in ${linesOf(places)} as text. Make it the \`href\` of a link.`
    : 'Mail to many needs a link by which people can leave: law and mailbox providers ask for it. Lead one to `{{unsubscribeUrl}}`.'
  return found('error', 'No unsubscribe link', sentence, { places })
})

/** What mailbox programs show beside the sender comes from headers, which the service sets for marketing alone. */
export const listUnsubscribe = reviewRule('listUnsubscribe', 'mail', ({ mail: { type } }) => {
  if (type === 'MARKETING') return passed('List-Unsubscribe headers set')
  const whom = type === 'TRANSACTIONAL' ? ', and to unsubscribed people too' : ''
  const sentence = `A mail of type \`${type}\` goes without them${whom}. For news and offers, choose \`MARKETING\`.`
  return found('note', 'No List-Unsubscribe headers', sentence)
})

/** Links that unsubscribe, by their address or their text. */
export function isUnsubscribe({ attributes, text }: Pick<MailElement, 'attributes' | 'text'>): boolean {
  const href = attributes.get('href') ?? ''
  return leadsOut.test(href) || saysSo.test(text) || /unsubscrib|opt-?out/i.test(href)
}

function linksOut(parsed: ParsedMail): { element: MailElement }[] {
  return parsed.elements
    .filter((element) => element.tag === 'a' && element.attributes.has('href') && isUnsubscribe(element))
    .map((element) => ({ element }))
}

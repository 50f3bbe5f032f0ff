import type { MailElement, ParsedMail } from '../parsed-mail'
import { found, linesOf, passed, type ReviewRule } from './rule'

const leadsOut = /\{\{\s*(?:data\.)?(?:unsubscribeUrl|manageUrl)\s*(?:\?\?[^{}]*)?\}\}/
const saysSo =
  /unsubscrib|opt[\s-]?out|abmelden|abbestellen|austragen|désabonn|desabonn|se désinscrire|darse de baja|cancelar (?:la )?suscripci|disiscri|annulla (?:l.)?iscrizione|uitschrijven|afmelden|wypisz|rezygn|отписат|إلغاء الاشتراك|配信停止|購読(?:を)?解除|取消订阅|退订|수신\s?거부/i

/** People can leave a mail of marketing by a link that everybody sees. */
export const unsubscribeLink: ReviewRule = {
  rule: 'unsubscribeLink',
  needs: 'mail',
  check(parsed) {
    const rule = 'unsubscribeLink'
    const { type } = parsed.mail
    const links = linksOut(parsed)
    const shown = links.filter(({ hidden }) => !hidden)
    const own = shown.filter(({ attributes }) => leadsOut.test(attributes.get('href') ?? ''))
    if (own.length > 0) return [passed(rule, 'Unsubscribe link, outside conditions')]
    if (shown.length > 0) {
      const places = placesOf(parsed, shown)
      const title = 'Unsubscribe link of another page'
      const sentence = `The link in ${linesOf(places)} is not the service’s own, so nobody knows whether it unsubscribes. Lead it to \`{{unsubscribeUrl}}\`.`
      return [found(rule, 'warning', { title, sentence, places })]
    }
    if (links.length > 0) {
      const places = placesOf(parsed, links)
      const sentence = `The link in ${linesOf(places)} is not shown, so nobody can follow it. Show it.`
      return [
        found(rule, type === 'MARKETING' ? 'error' : 'warning', {
          title: 'Unsubscribe link is hidden',
          sentence,
          places,
        }),
      ]
    }
    const inComments = parsed.comments.filter(({ links: inside }) =>
      inside.some((href) => leadsOut.test(href)),
    )
    if (inComments.length > 0) {
      const places = inComments.map(({ start }) => parsed.place(start, start + 4))
      const title = 'Unsubscribe link only inside a condition'
      const sentence = `Only programs that read the conditional comment in ${linesOf(places)} show it. Put it outside.`
      return [found(rule, type === 'MARKETING' ? 'error' : 'warning', { title, sentence, places })]
    }
    if (type !== 'MARKETING') return [passed(rule, 'No unsubscribe link, which this type may do without')]
    const asText = parsed.texts.find(({ text, inside }) => inside === '' && leadsOut.test(text))
    const place = asText
      ? [parsed.place(asText.start, asText.start + asText.text.length)]
      : [parsed.place(0, 0)]
    const sentence = asText
      ? `\`{{unsubscribeUrl}}\` stands in ${linesOf(place)} as text. Make it the \`href\` of a link.`
      : 'Mail to many needs a link by which people can leave: law and mailbox providers ask for it. Lead one to `{{unsubscribeUrl}}`.'
    return [found(rule, 'error', { title: 'No unsubscribe link', sentence, places: place })]
  },
}

/** What mailbox programs show beside the sender comes from headers, which the service sets for marketing alone. */
export const listUnsubscribe: ReviewRule = {
  rule: 'listUnsubscribe',
  needs: 'mail',
  check(parsed) {
    const { type } = parsed.mail
    if (type === 'MARKETING') return [passed('listUnsubscribe', 'List-Unsubscribe headers set')]
    const whom = type === 'TRANSACTIONAL' ? ', and to unsubscribed people too' : ''
    return [
      found('listUnsubscribe', 'note', {
        title: 'No List-Unsubscribe headers',
        sentence: `A mail of type \`${type}\` goes without them${whom}. For news and offers, choose \`MARKETING\`.`,
      }),
    ]
  },
}

/** Links that unsubscribe, by their address or their text. */
export function isUnsubscribe({ attributes, text }: Pick<MailElement, 'attributes' | 'text'>): boolean {
  const href = attributes.get('href') ?? ''
  return leadsOut.test(href) || saysSo.test(text) || /unsubscrib|opt-?out/i.test(href)
}

function linksOut(parsed: ParsedMail): MailElement[] {
  return parsed.elements.filter(
    (element) => element.tag === 'a' && element.attributes.has('href') && isUnsubscribe(element),
  )
}

function placesOf(parsed: ParsedMail, links: readonly MailElement[]) {
  return links.map((link) => {
    const { start, end } = link.startOf('href')
    return parsed.place(start, end)
  })
}

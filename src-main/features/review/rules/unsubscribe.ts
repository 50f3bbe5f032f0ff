import { t } from '../../../../src-shared/messages/message'
import type { MailElement, ParsedMail } from '../parsed-mail'
import { hrefsOf } from './link-kinds'
import { found, foundIn, linesOf, passed, reviewRule, type RuleFacts } from './rule'

const leadsOut = /\{\{\s*(?:data\.)?(?:unsubscribeUrl|manageUrl)\s*(?:\?\?[^{}]*)?\}\}/
const saysSo =
  /unsubscrib|opt[\s-]?out|abmelden|abbestellen|austragen|désabonn|desabonn|se désinscrire|darse de baja|cancelar (?:la )?suscripci|disiscri|annulla (?:l.)?iscrizione|uitschrijven|afmelden|wypisz|rezygn|отписат|إلغاء الاشتراك|配信停止|購読(?:を)?解除|取消订阅|退订|수신\s?거부/i

/** People can leave a mail of marketing by a link that everybody sees. */
export const unsubscribeLink = reviewRule('unsubscribeLink', 'mail', (parsed, { template }) => {
  const { type } = parsed.mail
  const isOwn = (element: MailElement) =>
    leadsOut.test(element.attributes.get('href') ?? '') || namesOut(element, template)
  const links = linksOut(parsed, isOwn)
  const shown = links.filter(({ element }) => !element.hidden)
  const own = shown.filter(({ element }) => isOwn(element))
  const outcome = type === 'MARKETING' ? 'error' : 'warning'
  if (own.length > 0 && template.isShownToAll(own.map(({ element }) => element.start)))
    return passed(t('review.unsubscribe.unsubscribeLinkOutsideConditions'))
  if (own.length > 0) {
    const sentence = (lines: string) => t('review.unsubscribe.whoeverTheConditionIn', { lines })
    return foundIn(hrefsOf(parsed, own), outcome, t('review.unsubscribe.unsubscribeLinkOnlyInside'), sentence)
  }
  if (shown.length > 0) {
    const sentence = (lines: string) => t('review.unsubscribe.theLinkInLines', { lines })
    return foundIn(
      hrefsOf(parsed, shown),
      'warning',
      t('review.unsubscribe.unsubscribeLinkOfAnother'),
      sentence,
    )
  }
  if (links.length > 0) {
    const sentence = (lines: string) => t('review.unsubscribe.theLinkInLines2', { lines })
    return foundIn(hrefsOf(parsed, links), outcome, t('review.unsubscribe.unsubscribeLinkIsHidden'), sentence)
  }
  const inComments = parsed.comments.filter(({ links: inside }) => inside.some((href) => leadsOut.test(href)))
  if (inComments.length > 0) {
    const places = inComments.map(({ start }) => parsed.place(start, start + 4))
    const sentence = (lines: string) => t('review.unsubscribe.onlyProgramsThatRead', { lines })
    return foundIn(places, outcome, t('review.unsubscribe.unsubscribeLinkOnlyInside'), sentence)
  }
  if (type !== 'MARKETING') return passed(t('review.unsubscribe.noUnsubscribeLinkWhich'))
  const asText = parsed.texts.find(({ text, inside }) => inside === '' && leadsOut.test(text))
  const places = [parsed.place(asText?.start ?? 0, asText ? asText.start + asText.text.length : 0)]
  const sentence = asText
    ? t('review.unsubscribe.unsubscribeurlStandsInLinesof', { linesOf: linesOf(places) })
    : t('review.unsubscribe.mailToManyNeeds')
  return found('error', t('review.unsubscribe.noUnsubscribeLink'), sentence, { places })
})

/** What mailbox programs show beside the sender comes from headers, which the service sets for marketing alone. */
export const listUnsubscribe = reviewRule('listUnsubscribe', 'mail', ({ mail: { type } }) => {
  if (type === 'MARKETING') return passed(t('review.unsubscribe.listUnsubscribeHeadersSet'))
  const sentence = t('review.unsubscribe.aMailOfType', { type, toAll: type === 'TRANSACTIONAL' })
  return found('note', t('review.unsubscribe.noListUnsubscribeHeaders'), sentence)
})

/** Links that unsubscribe, by their address or their text. */
export function isUnsubscribe({ attributes, text }: Pick<MailElement, 'attributes' | 'text'>): boolean {
  const href = attributes.get('href') ?? ''
  return leadsOut.test(href) || saysSo.test(text) || /unsubscrib|opt-?out/i.test(href)
}

/** Whether the address of a link names one of the service's own in a condition or a filter. */
function namesOut({ attributes, startOf }: MailElement, { mentioned }: RuleFacts['template']): boolean {
  if (!attributes.has('href')) return false
  const { start, end } = startOf('href')
  return mentioned.some(
    (path) =>
      path.part === 'body' &&
      path.start >= start &&
      path.end <= end &&
      /^(?:data\.)?(?:unsubscribeUrl|manageUrl)$/.test(path.name),
  )
}

function linksOut(parsed: ParsedMail, isOwn: (element: MailElement) => boolean): { element: MailElement }[] {
  return parsed.elements
    .filter((element) => element.tag === 'a' && element.attributes.has('href'))
    .filter((element) => isOwn(element) || isUnsubscribe(element))
    .map((element) => ({ element }))
}

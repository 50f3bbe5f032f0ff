import { keptInARow, toKeepWorded } from '../../../../src-shared/messages/told'
import { shownText } from '../../../../src-shared/unseen'
import { plainLetters } from './column-names'
import { readSubscribed, readUnsubscribed } from './read-cell'
import { namesAState } from './yes-no'

/** What a yes in a column says: that somebody is subscribed, or the opposite. */
export type Consent = 'subscribed' | 'unsubscribed'

/** Words that turn a name round: "not subscribed", "kein Newsletter". */
const negations = new Set(
  (
    'no not non never without dont nicht kein keine keinen niet geen pas sans sin sem nao senza ingen inte ikke nie ' +
    'stop stopped refuse refused declined withdrawn withdrew revoked removed cancelled canceled ended lapsed'
  ).split(' '),
)

/** Words that make of a name with consent in it the name of something about it, or of consent to something else. */
const aboutConsent = new Set(
  (
    'ip source id ids count number no name type kind plan price level tier fee amount by via version text method ' +
    'frequency topic topics interest interests url link links reason language lang locale page form campaign quelle grund ' +
    'sms phone mobile push whatsapp call calls post postal letter telefon anruf telephone fax'
  ).split(' '),
)

/** Words of names that say when something was. */
const moments = new Set(
  'date time timestamp at on since am um vom datum zeit zeitpunkt uhrzeit le fecha heure day when until'.split(
    ' ',
  ),
)

/** Whole sentences of refusal, negation and all. */
const refusal =
  /(donot|dont|never|stop)(e?mail|contact|send|market|disturb)|no(e?mails?|mailings?|marketing)$|^(is)?(blocked|bounced|cleaned|suppressed|complained)$/

/** A pattern for names as {@link plainLetters} has them, which takes marks off its letters too: those of メルマガ and 구독. */
const inPlainLetters = ({ source }: RegExp) => new RegExp(source.normalize('NFKD').replace(/\p{M}/gu, ''))

const saysNo =
  /unsub|optout|optedout|optingout|abgemeldet|abbestellt|abmeldung|desabonn|desinscri|disiscri|disinscri|uitgeschreven|afgemeld|avregistr|wypisan|widerruf|blocklist|blacklist|suppress|отписа/

const saysYes =
  /subscribed|subscriber|subscribe$|subscribeto|optin|optedin|optingin|newsletter|mailinglist|consent|einwilligung|zustimmung|einverstand|consenso|acceptsmarketing|marketingaccept|acceptse?mail|accepte?marketing|(marketing|e?mail|mailing)s?(permission|allowed|agreed|agreement|ok)|(wants|receives?|gets)(the)?(e?mails?|marketing|mailings?)|abonniert|angemeldet|inscrit|suscrit|iscritt|ingeschreven|aangemeld|toestemming|prenumererar|подписан|購読|订阅|구독/

/** The same as an invitation: "May we email you?", "OK to contact", "allow emails". */
const invites =
  /^(can|may|allow|allows|allowed|ok|okay|permission|permitted|consents|agrees?|agreed)(we|i)?(to)?(be|receive)?(e?mail|contact|market)|^(is)?(contactable|marketable|e?mailable)$|^keepmeposted|^sendme(news|e?mail|update|offer|info)|^(contact|e?mail)me$/

/** The same in other languages: "mag mailen", "darf kontaktiert werden", "peut recevoir des e-mails". Plain already. */
const invitesElsewhere = [
  /^(mag|mogen)(niet|ik|we|wij|men|je|jou|u|ge){0,4}(e?mail|contact|benader|schrijven|aangeschreven)/,
  /^(darf|durfen|duerfen|kann)(nicht|ich|wir|man|sie|dich|euch|per|ge|an){0,4}(e?mail|kontakt|schreiben|schrieben)/,
  /^(peut|pouvonsnous|puisje|accepte|autorise)(pas|on|nous|vous|etre|recevoir|les|des|nos|par){0,4}(e?mail|contact|ecrire|courriel)/,
  /^(no)?(puede|podemos|acepta|autoriza|permite)(le|te|recibir|enviar|ser|los|por){0,4}(e?mail|correo|contact|escribir)/,
  /^(non)?(puo|possiamo|accetta|autorizza)(ti|la|vi|ricevere|essere|inviare|le|via){0,4}(e?mail|contatta|scriv)/,
  /^(nao)?(pode|podemos|aceita|autoriza)(lhe|te|receber|ser|enviar|os|por){0,4}(e?mail|correio|conta(c?)tad|escrever)/,
  /^(far|ma|kan)(inte|ikke|vi|man|jag|jeg|gerne|garna|dig|deg){0,4}(e?mail|mejl|kontakt|skriv)/,
  /^(saa|saako)(lahettaa){0,1}(e?mail|sahkopost|meilata)/,
]

/** What agreeing to something is called elsewhere. */
const agreements =
  /samtyck|samtykk|suostumus|zgoda|souhlas|suhlas|hozzajarul|соглас|згода|συγκαταθεσ|同意|동의|(izni|onayi?)$|tilmeldt|pameldt/

/** What newsletters are called elsewhere. */
const newsletters =
  /nieuwsbrief|nyhetsbrev|nyhedsbrev|uutiskirje|rundbrief|rundschreiben|lettredinfo|infolettre|boletin|boletim|biuletyn|hirlevel|zpravodaj|bulteni?$|рассылк|ニュースレター|メルマガ|뉴스레터|电子报|電子報/

const yes = [saysYes, invites, ...invitesElsewhere, agreements, newsletters].map(inPlainLetters)

/** Names of a column that says either. */
const saysEither = /optin(or|and)?optout|(?<!un)subscribed?(or|and)?unsubscribed?/

/** Names that may be of anything: the cells tell. */
const mayBe = new Set(
  (
    'status emailstatus mailstatus contactstatus subscriptionstatus statutabonnement subscription subscriptions abo ' +
    'abonnement abonne suscripcion iscrizione assinante subskrypcja подписка marketing emailmarketing permission ' +
    'emailpermissionstatus permissionstatus gdpr dsgvo rgpd rodo sub subs issub news updates receiveupdates mailing ' +
    'mailings marketingpreference marketingpreferences contactpreference contactpreferences contactpermission ' +
    'notifications emailnotifications emailupdates marketingcontactstatus'
  )
    .split(' ')
    .map(plainLetters),
)

/** Of the filled cells of a column that may be of anything, so many speak of subscriptions where it is consent. */
const telling = 0.5

/**
 * Whether a column tells who agreed to get mail, and which way round; null where it tells something else. A column of a
 * telling name does, whatever is in it; another one where its cells speak of subscriptions.
 * @param filled Its cells that are not empty.
 */
export function consentOf(name: string, filled: readonly string[]): Consent | null {
  const named = namesConsent(name)
  if (named === 'subscribed' || named === 'unsubscribed') return named
  if (named === null || filled.length === 0) return null
  if (filled.some(namesAState)) {
    const states = filled.filter(namesAState).length
    return named === 'perhaps' || states >= filled.length * telling ? 'subscribed' : null
  }
  if (named !== 'perhaps') return null
  const understood = filled.filter((cell) => saysOne(cell, 'subscribed')).length
  return understood >= filled.length * telling ? 'subscribed' : null
}

/** What a name alone says: that, `perhaps` where it may be of anything, `unknown` where it says nothing, null: no consent. */
export function namesConsent(name: string): Consent | 'perhaps' | 'unknown' | null {
  const words = wordsOf(name)
  const plain = plainLetters(name)
  if (mayBe.has(plain)) return 'perhaps'
  if (refusal.test(plain)) return 'unsubscribed'
  const no = saysNo.test(plain) && !saysEither.test(plain)
  const dated = words.some((word) => moments.has(word))
  if (!no && !yes.some((names) => names.test(plain))) return dated ? null : 'unknown'
  const rest = words.filter((word) => !negations.has(word))
  if (rest.some((word) => aboutConsent.has(word))) return null
  // The day on which somebody left says that they left; the day of a yes does not say that it still holds.
  if (dated) return no ? 'unsubscribed' : null
  const isTurned = rest.length < words.length
  return no === isTurned ? 'subscribed' : 'unsubscribed'
}

/** Whether a cell of a consent column is understood. An empty one is. */
function saysOne(cell: string, consent: Consent): boolean {
  const value = consent === 'subscribed' ? readSubscribed(cell) : readUnsubscribed(cell)
  return typeof value !== 'object' || value === null
}

/** A column that looks like consent. `filled`: its cells that are not empty. */
interface ConsentColumn {
  index: number
  name: string
  filled: readonly string[]
  consent: Consent
}

/**
 * The column of some that tells best who is subscribed: the one whose cells are understood, that is named for it, and that
 * need not be turned round; of equals the first.
 */
export function bestConsent(columns: readonly ConsentColumn[]): number | null {
  let best: { index: number; score: number } | null = null
  for (const { index, name, filled, consent } of columns) {
    const understood = filled.filter((cell) => saysOne(cell, consent)).length
    const share = filled.length === 0 ? 0 : understood / filled.length
    const score =
      2 * share + (namesConsent(name) === consent ? 0.6 : 0) + (consent === 'subscribed' ? 0.5 : 0)
    if (best === null || score > best.score) best = { index, score }
  }
  return best?.index ?? null
}

/** What is said of a column that looks like consent and goes elsewhere. */
export const elsewhereNote = () => toKeepWorded('imports.consent.itLooksLikeConsent')

/** What is to be known of the column that tells who is subscribed, in words. */
export function consentNote(filled: readonly string[], consent: Consent): string | null {
  const odd = [...new Set(filled.map((cell) => cell.trim()))].filter((cell) => !saysOne(cell, consent))
  const [first = ''] = odd
  const word = first.length > 24 ? `${first.slice(0, 24)}…` : first
  return keptInARow([
    consent === 'unsubscribed' ? toKeepWorded('imports.consent.readTurnedRoundYes') : null,
    odd.length > 0
      ? toKeepWorded('imports.consent.showntextOthersNotUnderstood', {
          shownText: shownText(word),
          others: odd.length - 1,
        })
      : null,
    toKeepWorded('imports.consent.nobodyWhoUnsubscribedIs'),
  ])
}

/** The words of a name, in small letters without accents: "emailOptIn" has three. */
function wordsOf(name: string): string[] {
  return name
    .slice(0, 200)
    .normalize('NFKD')
    .replace(/[\p{M}'’]/gu, '')
    .replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .toLowerCase()
    .split(/[^\p{L}]+/u)
    .filter((word) => word !== '')
}

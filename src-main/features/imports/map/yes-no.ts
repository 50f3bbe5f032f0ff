/** Yes and no, as people and programs write them; pairs that belong together, `yes` first. In lower case. */
export const yesNoPairs: readonly (readonly [yes: string, no: string])[] = [
  ['true', 'false'],
  ['t', 'f'],
  ['yes', 'no'],
  ['y', 'n'],
  ['on', 'off'],
  ['ja', 'nein'],
  ['ja', 'nee'],
  ['ja', 'nej'],
  ['ja', 'nei'],
  ['j', 'n'],
  ['wahr', 'falsch'],
  ['oui', 'non'],
  ['o', 'n'],
  ['vrai', 'faux'],
  ['sí', 'no'],
  ['si', 'no'],
  ['sì', 'no'],
  ['s', 'n'],
  ['verdadero', 'falso'],
  ['vero', 'falso'],
  ['sim', 'não'],
  ['sim', 'nao'],
  ['verdadeiro', 'falso'],
  ['tak', 'nie'],
  ['prawda', 'fałsz'],
  ['ano', 'ne'],
  ['áno', 'nie'],
  ['igen', 'nem'],
  ['igaz', 'hamis'],
  ['da', 'nu'],
  ['da', 'ne'],
  ['kyllä', 'ei'],
  ['evet', 'hayır'],
  ['да', 'нет'],
  ['истина', 'ложь'],
  ['так', 'ні'],
  ['ναι', 'όχι'],
  ['はい', 'いいえ'],
  ['是', '否'],
  ['예', '아니오'],
  ['네', '아니요'],
  ['✓', '✗'],
  ['✔', '✘'],
]

const both: readonly (readonly [string, string])[] = [['1', '0'], ...yesNoPairs]

const yes = new Set([...both.map(([word]) => word), 'x', 'checked'])
const no = new Set([...both.map(([, word]) => word), 'unchecked'])

/** What a word says; null for one that says neither. */
export function yesOrNo(text: string): boolean | null {
  const word = text.trim().toLowerCase()
  if (yes.has(word)) return true
  return no.has(word) ? false : null
}

const wordsIn = (text: string): ReadonlySet<string> => new Set(text.split(','))

/** Words that say of a person that they get mail, or do not, and hardly ever anything else. */
const subscribed = wordsIn(
  'subscribed,subscriber,opt-in,opt in,optin,opted in,opted-in,single opt-in,double opt-in,abonniert,' +
    'abonné,abonnée,inscrit,inscrite,suscrito,suscrita,iscritto,iscritta,inscrito,inscrita,ingeschreven,' +
    'aangemeld,prenumererar,subskrybuje',
)
const unsubscribed = wordsIn(
  'unsubscribed,unsubscribe,unsub,not subscribed,nonsubscribed,non-subscribed,never subscribed,opt-out,' +
    'opt out,optout,opted out,opted-out,abgemeldet,nicht abonniert,désabonné,désabonnée,désinscrit,' +
    'no suscrito,disiscritto,non iscritto,descadastrado,uitgeschreven,afgemeld,avregistrerad,wypisany',
)

/** Words that say so in a column of subscriptions, and something else in others. */
const active = wordsIn(
  'active,confirmed,enabled,angemeldet,aktiv,bestätigt,actif,activo,attivo,ativo,actief,aktywny',
)
const inactive = wordsIn(
  'inactive,unconfirmed,pending,disabled,cleaned,bounced,hard bounced,blocked,blocklisted,blacklisted,suppressed,' +
    'complained,spam,inaktiv,unbestätigt,inactif,cancelado,inactivo,inattivo,inativo,inactief,nieaktywny',
)

/** A cell as these lists have it: "NEVER_SUBSCRIBED" is "never subscribed". */
function wordOf(text: string): string {
  return text
    .trim()
    .toLowerCase()
    .replace(/[_\s]+/g, ' ')
}

/** Whether a word names a subscription, whatever column it stands in: "unsubscribed". */
export function namesAState(text: string): boolean {
  const word = wordOf(text)
  return subscribed.has(word) || unsubscribed.has(word)
}

/** Whether a word says that somebody is subscribed; null for one that does not say. Yes and no are understood too. */
export function saysSubscribed(text: string): boolean | null {
  const said = yesOrNo(text)
  if (said !== null) return said
  const word = wordOf(text)
  if (subscribed.has(word) || active.has(word)) return true
  return unsubscribed.has(word) || inactive.has(word) ? false : null
}

/**
 * Whether a word in a column of those who left says that somebody is subscribed; null for one that does not say: yes means
 * that they left, and so does the day on which they did.
 */
export function saysNotUnsubscribed(text: string): boolean | null {
  const said = yesOrNo(text)
  if (said !== null) return !said
  const word = wordOf(text)
  if (subscribed.has(word)) return true
  return unsubscribed.has(word) || isDay.test(word) ? false : null
}

/** A day as files have it, with or without a time. */
const isDay = /^(\d{4}[-./]\d{1,2}[-./]\d{1,2}|\d{1,2}[-./]\d{1,2}[-./]\d{2,4})([t ]\d{1,2}:\d{2}.{0,20})?$/

/** Whether all of some words come from one pair, and are more than letters that could mean anything. */
export function isYesNoColumn(words: ReadonlySet<string>): boolean {
  if (words.size === 0 || words.size > 2) return false
  return yesNoPairs.some(([first, second]) => {
    const inPair = [...words].every((word) => word === first || word === second)
    // A column of nothing but "S" may be of sizes.
    return inPair && (words.size === 2 || (first.length > 1 && second.length > 1))
  })
}

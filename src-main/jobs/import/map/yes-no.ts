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

const subscribed = new Set(
  (
    'subscribed,subscriber,active,confirmed,enabled,opt-in,opt in,optin,opted in,opted-in,opted_in,single opt-in,' +
    'double opt-in,abonniert,angemeldet,aktiv,bestätigt,abonné,abonnée,inscrit,inscrite,actif,suscrito,suscrita,activo,' +
    'iscritto,iscritta,attivo,inscrito,inscrita,ativo,ingeschreven,aangemeld,actief,prenumererar,subskrybuje,aktywny'
  ).split(','),
)

const unsubscribed = new Set(
  (
    'unsubscribed,unsubscribe,unsub,not subscribed,not_subscribed,nonsubscribed,non-subscribed,never subscribed,inactive,' +
    'unconfirmed,pending,disabled,opt-out,opt out,optout,opted out,opted-out,opted_out,cleaned,bounced,hard bounced,' +
    'blocked,blocklisted,blacklisted,suppressed,complained,spam,abgemeldet,nicht abonniert,inaktiv,unbestätigt,désabonné,' +
    'désabonnée,désinscrit,désinscrite,inactif,no suscrito,cancelado,inactivo,disiscritto,non iscritto,inattivo,' +
    'descadastrado,inativo,uitgeschreven,afgemeld,inactief,avregistrerad,wypisany,nieaktywny'
  ).split(','),
)

/** Whether a word says that somebody is subscribed; null for one that does not say. Yes and no are understood too. */
export function saysSubscribed(text: string): boolean | null {
  const said = yesOrNo(text)
  if (said !== null) return said
  const word = text.trim().toLowerCase()
  if (subscribed.has(word)) return true
  return unsubscribed.has(word) ? false : null
}

/** Whether all of some words come from one pair, and are more than letters that could mean anything. */
export function isYesNoColumn(words: ReadonlySet<string>): boolean {
  if (words.size === 0 || words.size > 2) return false
  return yesNoPairs.some(([first, second]) => {
    const inPair = [...words].every((word) => word === first || word === second)
    // A column of nothing but "S" may be of sizes.
    return inPair && (words.size === 2 || (first.length > 1 && second.length > 1))
  })
}

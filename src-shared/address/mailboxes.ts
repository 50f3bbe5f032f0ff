/** Providers whose mail is mostly read in their own program, in the order in which equally many people are listed. */
export const mailboxes = [
  'gmail',
  'outlook',
  'yahoo',
  'icloud',
  'gmx',
  'orange',
  'free',
  'sfr',
  'laposte',
  'telekom',
  'ionos',
  'mailRu',
  'yandex',
  'naver',
  'wp',
  'proton',
  'fastmail',
  'hey',
] as const

/** A provider that its people's mail program is known by. */
export type Mailbox = (typeof mailboxes)[number]

/** Their names, as a list of them reads: an address does not tell which of two it is of. */
export const mailboxNames: Record<Mailbox, string> = {
  gmail: 'Gmail',
  outlook: 'Outlook.com',
  yahoo: 'Yahoo, AOL',
  icloud: 'iCloud',
  gmx: 'GMX, WEB.DE',
  orange: 'Orange',
  free: 'Free',
  sfr: 'SFR',
  laposte: 'La Poste',
  telekom: 'Telekom',
  ionos: 'IONOS',
  mailRu: 'Mail.ru',
  yandex: 'Yandex',
  naver: 'Naver, Daum',
  wp: 'WP',
  proton: 'Proton',
  fastmail: 'Fastmail',
  hey: 'HEY',
}

const endings =
  'com|net|org|de|at|ch|fr|it|es|nl|be|se|dk|no|fi|pl|ie|jp|in|ca|cl|pt|gr|hu|cz|sk|ro|ph|my|sg|vn|id|kr|il|tw|hk|us|eu'
const anywhere = `(?:${endings}|com?\\.[a-z]{2})`
const domains: readonly (readonly [Mailbox, RegExp])[] = [
  ['gmail', /^(?:gmail|googlemail)\.com$/],
  ['outlook', new RegExp(`^(?:(?:outlook|hotmail|live)\\.${anywhere}|msn\\.com|passport\\.com)$`)],
  ['yahoo', new RegExp(`^(?:(?:yahoo|aol)\\.${anywhere}|(?:ymail|rocketmail|aim|myyahoo)\\.com)$`)],
  ['icloud', /^(?:icloud|me|mac)\.com$/],
  ['gmx', /^(?:gmx\.(?:de|net|at|ch|com|org|info|eu|fr|es|co\.uk)|web\.de)$/],
  ['orange', /^(?:orange|wanadoo)\.fr$/],
  ['free', /^(?:free|aliceadsl|libertysurf)\.fr$/],
  ['sfr', /^(?:sfr|neuf|cegetel|club-internet)\.fr$/],
  ['laposte', /^laposte\.net$/],
  ['telekom', /^(?:t-online|magenta)\.de$/],
  ['ionos', /^(?:online\.de|1und1\.de|onlinehome\.de)$/],
  ['mailRu', /^(?:mail|inbox|list|bk|internet)\.ru$/],
  ['yandex', /^(?:yandex\.(?:ru|com|by|kz|ua|com\.tr)|ya\.ru)$/],
  ['naver', /^(?:naver\.com|daum\.net|hanmail\.net)$/],
  ['wp', /^(?:wp|o2|go2)\.pl$/],
  ['proton', /^(?:protonmail\.com|protonmail\.ch|proton\.me|pm\.me)$/],
  ['fastmail', /^fastmail\.(?:com|fm)$/],
  ['hey', /^hey\.com$/],
]

/** What the domains of them begin with: most others are told apart by it at once. */
const beginnings =
  /^(?:gmail|googlemail|outlook|hotmail|live|msn|passport|yahoo|aol|ymail|rocketmail|aim|myyahoo|icloud|me|mac|gmx|web|orange|wanadoo|free|aliceadsl|libertysurf|sfr|neuf|cegetel|club-internet|laposte|t-online|magenta|online|1und1|onlinehome|mail|inbox|list|bk|internet|yandex|ya|naver|daum|hanmail|wp|o2|go2|proton|protonmail|pm|fastmail|hey)\./

/** Whose mailbox an address of a domain (in lower case) is; null: nobody knows by the domain alone. */
export function mailboxOf(domain: string): Mailbox | null {
  if (!beginnings.test(domain)) return null
  return domains.find(([, pattern]) => pattern.test(domain))?.[0] ?? null
}

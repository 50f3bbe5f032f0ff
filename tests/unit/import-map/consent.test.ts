import { saidText } from '../../../src-shared/messages/told'
import { describe, expect, it } from 'vitest'
import { consentNote, consentOf, namesConsent } from '../../../src-main/features/imports/map/consent'
import { readSubscribed, readUnsubscribed } from '../../../src-main/features/imports/map/read-cell'
import { yesNoPairs } from '../../../src-main/features/imports/map/yes-no'

describe('the name of a column', () => {
  it.each([
    'subscribed',
    'Is Subscribed',
    'opt-in',
    'optin',
    'OPT_IN',
    'emailOptIn',
    'Opted in',
    'newsletter',
    'Newsletter abonniert',
    'marketing consent',
    'Email Marketing Consent',
    'Accepts Marketing',
    'Einwilligung',
    'Inscrit à la newsletter',
    'Has not opted out',
    'Opt-in/Opt-out',
    'wantsNewsletter',
    'Nieuwsbrief',
    'nyhetsbrev',
    'Boletín',
    "Lettre d'information",
    'рассылка',
    'ニュースレター',
    'メルマガ',
    '뉴스레터',
    '구독',
    'Zgoda na mailing',
    'Samtycke',
    'Согласие на рассылку',
    '同意',
    'E-posta izni',
    'Tilmeldt',
    'May we email you?',
    'OK to email',
    'okToEmail',
    'allow emails',
    'Permission to email',
    'can_contact',
    'contactable',
    'Keep me posted',
    'mag mailen',
    'Mogen we u mailen?',
    'Mag gemaild worden',
    'Mag benaderd worden',
    'Dürfen wir Sie per E-Mail anschreiben?',
    'Darf kontaktiert werden',
    'Peut recevoir des e-mails',
    'Accepte les courriels',
    'Puede recibir correos',
    'Può essere contattato',
    'Pode receber e-mails',
    'Får kontaktas',
    'Må kontaktes',
    'Saa lähettää sähköpostia',
  ])('says who agreed: %s', (name) => {
    expect(namesConsent(name)).toBe('subscribed')
  })

  it.each([
    'unsubscribed',
    'Unsubscribed at',
    'UNSUB_TIME',
    'opt-out',
    'Opted Out',
    'has_opted_out_of_email',
    'do not mail',
    'Please do not email',
    "Don't contact",
    'DoNotEmail',
    'No marketing',
    'Kein Newsletter',
    'nicht abonniert',
    'not subscribed',
    'No suscrito',
    'Consent withdrawn',
    'newsletter opt out',
    'désabonné',
    'Ikke samtykke',
    'Blocklisted',
    'Bounced',
    'mag niet mailen',
    'Darf nicht kontaktiert werden',
    'No acepta correos',
    'Não pode receber e-mails',
    'Får inte mejlas',
  ])('says who did not: %s', (name) => {
    expect(namesConsent(name)).toBe('unsubscribed')
  })

  it.each([
    'Subscriber ID',
    'Opt-in time',
    'OPTIN_IP',
    'Subscribed at',
    'SMS opt-in',
    'Newsletter frequency',
    'consent text',
    'Unsubscribe reason',
    'Created on',
  ])('says something about it, or of something else: %s', (name) => {
    expect(namesConsent(name)).toBeNull()
  })

  it.each([
    'plan',
    'first name',
    'Active',
    'Ort',
    'Transcription',
    'Canal contact',
    'Send method',
    'Email message',
    'Contact email',
    'Magazine email',
    'Mail',
    'Kanton',
    'Farm email',
    '',
  ])('says nothing of it: %s', (name) => {
    expect(namesConsent(name)).toBe('unknown')
  })
})

describe('a column that may be of anything', () => {
  it.each([
    ['Status', ['subscribed', 'gold', 'silver', 'bronze']],
    ['Status', ['active', 'inactive', 'trial']],
    ['Marketing', ['yes', 'no']],
    ['Updates', ['yes', 'no', 'ask her']],
    ['Contact preferences', ['Y', 'N']],
    ['Mailchimp', ['Subscribed', 'Unsubscribed', '?']],
    ['Column 3', ['NEVER_SUBSCRIBED', 'SUBSCRIBED']],
  ])('is consent where its cells are: %s', (name, cells) => {
    expect(consentOf(name, cells)).toBe('subscribed')
  })

  it.each([
    ['Status', ['gold', 'silver']],
    ['Status', []],
    ['News', ['weekly', 'yes', 'monthly']],
    ['Member', ['yes', 'no']],
    ['Note', ['he unsubscribed', 'subscribed', 'x', 'y']],
  ])('is none where they are not: %s', (name, cells) => {
    expect(consentOf(name, cells)).toBeNull()
  })
})

describe('a column of those who left', () => {
  it.each([
    ['yes', false],
    ['1', false],
    ['no', true],
    ['FALSE', true],
    ['unsubscribed', false],
    ['subscribed', true],
    ['2024-01-03', false],
    ['3/14/2024 09:30', false],
    ['', null],
    ['n/a', null],
  ])('is read turned round: %j', (text, value) => {
    expect(readUnsubscribed(text)).toBe(value)
  })

  it.each(['active', 'confirmed', 'pending', 'maybe', '2'])('does not guess what %j means', (text) => {
    expect(readUnsubscribed(text)).toEqual({
      fault: `"${text}" does not say whether somebody is subscribed.`,
    })
  })
})

it('no word says yes in one language and no in another', () => {
  const yes = new Set(yesNoPairs.map(([word]) => word))
  expect(yesNoPairs.map(([, word]) => word).filter((word) => yes.has(word))).toEqual([])
})

it.each(['vielleicht', 'kein', '?', 'ask her', '2', 'TBD', 'not yet', 'yes?'])(
  'subscribes nobody by %j',
  (word) => {
    expect(readSubscribed(word)).toEqual({ fault: `"${word}" does not say whether somebody is subscribed.` })
  },
)

it('the words that are not understood are told', () => {
  expect(saidText(consentNote(['yes', 'maybe', 'maybe ', 'ask'], 'subscribed') ?? '')).toBe(
    '"maybe" and 1 more not understood: such rows are rejected. Nobody who unsubscribed is subscribed again unless you ask for it.',
  )
  expect(saidText(consentNote(['yes'], 'unsubscribed') ?? '')).toBe(
    'Inverted: yes means not subscribed. Nobody who unsubscribed is subscribed again unless you ask for it.',
  )
})

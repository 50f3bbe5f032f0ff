import { describe, expect, it } from 'vitest'
import { activeContent, htmlSize, plainText } from '../../../src-main/features/review/rules/html'
import {
  emptyAudience,
  projectedBounces,
  recentMail,
  undeliverable,
} from '../../../src-main/features/review/rules/audience'
import { projectedShare } from '../../../src-shared/projected-bounces'
import { linksToLookUp } from '../../../src-main/features/review/rules/links'
import { nightTime, schedule } from '../../../src-main/features/review/rules/schedule'
import { dmarcPolicy, replyTo, senderDomain } from '../../../src-main/features/review/rules/sender'
import { preheader, subject } from '../../../src-main/features/review/rules/subject'
import { listUnsubscribe } from '../../../src-main/features/review/rules/unsubscribe'
import {
  missingValue,
  unknownVariable,
  variablesToCount,
} from '../../../src-main/features/review/rules/variables'
import { parseMail } from '../../../src-main/features/review/parsed-mail'
import { KnownVariables } from '../../../src-main/features/review/variables'
import { mailWith } from '../../fixtures/mails'
import { look, outcomes, sender, survey, surroundings } from './surroundings'

const hour = 3600_000

describe('missing values', () => {
  it('are counted, with how the mail then reads and where a fallback goes', () => {
    const [check] = look(
      missingValue,
      '\n\n<p>Hello {{firstName}},</p><p>from today</p>',
      {},
      {
        survey: survey({ missing: [{ variable: 'firstName', count: 1284 }] }),
      },
    )
    expect(check).toMatchObject({
      key: 'missingValue:firstName',
      outcome: 'warning',
      title: 'No `firstName` and no fallback',
      count: 1284,
      hasPeople: true,
      places: [{ part: 'body', line: 3, column: 10, length: 13 }],
    })
    expect(check?.sentence).toBe(
      '1,284 of 40,112 people have no `firstName`. Their mail begins “Hello ,”. Give a fallback in line 3, or leave them out.',
    )
  })

  it('of the subject say how the subject reads', () => {
    const [check] = look(
      missingValue,
      '<p>Hello</p>',
      { subject: 'For you, {{firstName}}: tides' },
      {
        survey: survey({ missing: [{ variable: 'firstName', count: 1 }] }),
      },
    )
    expect(check?.sentence).toContain('Their subject reads “For you, : tides”.')
  })

  it('do not count where everybody has a value, or each place has a fallback', () => {
    expect(
      outcomes(
        missingValue,
        '<p>{{firstName}}</p>',
        {},
        { survey: survey({ missing: [{ variable: 'firstName', count: 0 }] }) },
      ),
    ).toEqual(['passed missingValue'])
    expect(variablesToCount(parseMail(mailWith("{{firstName ?? 'x'}} {{email}} {{homePort}}")))).toEqual([
      'homePort',
    ])
  })
})

describe('unknown variables', () => {
  it('are errors with everybody counted, and the spelling that was meant', () => {
    expect(look(unknownVariable, '<p>{{firstname}}</p>', {}, { survey: survey() })[0]).toMatchObject({
      outcome: 'error',
      count: 40_112,
      title: 'Unknown variable `firstname`',
      sentence: expect.stringContaining('`firstName` was probably meant, in line 1.'),
    })
  })

  it('are not found among those of the service, keys, and keys within keys', () => {
    expect(
      outcomes(unknownVariable, '{{email}}{{unsubscribeUrl}}{{data.firstName}}{{address.city}}'),
    ).toEqual(['passed unknownVariable'])
  })

  it('are not looked for where the copy has no contacts', () => {
    expect(outcomes(unknownVariable, '{{anything}}', {}, { known: null })).toEqual(['note unknownVariable'])
  })

  it.each([
    ['firstname', 'firstName'],
    ['first_name', 'firstName'],
    ['fristName', 'firstName'],
    ['data.homeport', 'data.homePort'],
    ['unsubscribeurl', 'unsubscribeUrl'],
    ['colour', null],
    ['ip', null],
  ])('suggest for %s: %s', (written, meant) => {
    expect(new KnownVariables(['firstName', 'homePort', 'lastName']).closeTo(written)).toBe(meant)
  })
})

describe('the sender', () => {
  const body = '<p>Hello</p>'
  it.each([
    ['in order', sender(), ['passed senderDomain']],
    [
      'of a domain that the service does not have',
      sender({ standing: 'absent' }),
      ['error senderDomain:standing'],
    ],
    ['of a domain that is not verified', sender({ standing: 'unverified' }), ['error senderDomain:standing']],
    [
      'in another case than a service that compares letters has',
      sender({ standing: 'otherwise', written: 'Mail.HarbourNotes.app' }),
      ['error senderDomain:standing'],
    ],
    ['while domains were never read', sender({ standing: null }), ['note senderDomain:standing']],
    ['without SPF', sender({}, { spf: { state: 'missing' } }), ['warning senderDomain:spf']],
    ['with another DKIM record', sender({}, { dkim: { state: 'other' } }), ['warning senderDomain:dkim']],
    [
      'while DNS does not answer',
      sender({}, { spf: { state: 'unknown' }, dkim: { state: 'unknown' } }),
      ['note senderDomain:spf', 'note senderDomain:dkim'],
    ],
  ])('%s', (_case, facts, said) => {
    expect(outcomes(senderDomain, body, {}, { sender: facts })).toEqual(said)
  })

  it('must be an address', () => {
    expect(outcomes(senderDomain, body, { from: '' })).toEqual(['error senderDomain'])
    expect(outcomes(senderDomain, body, { from: 'Harbour Notes' })).toEqual(['error senderDomain'])
  })

  const policy = (record: string) =>
    sender(
      {},
      {
        dmarc: {
          records: [
            {
              what: 'dmarc',
              type: 'TXT',
              name: 'x',
              value: null,
              state: 'published',
              found: [record],
              words: '',
            },
          ],
        },
      },
    )
  it.each([
    ['v=DMARC1; p=reject', 'passed dmarcPolicy'],
    ['v=DMARC1;p=quarantine', 'passed dmarcPolicy'],
    ['v=DMARC1; p=none; rua=mailto:a@b.nl', 'note dmarcPolicy'],
  ])('with the policy %s: %s', (record, said) => {
    expect(outcomes(dmarcPolicy, body, {}, { sender: policy(record) })).toEqual([said])
  })

  it('without a policy is a warning above 5,000 mails, else a note', () => {
    const none = sender({}, { dmarc: { state: 'missing', records: [] } })
    expect(outcomes(dmarcPolicy, body, {}, { sender: none, survey: survey() })).toEqual([
      'warning dmarcPolicy',
    ])
    expect(outcomes(dmarcPolicy, body, {}, { sender: none, survey: survey({ willGet: 5000 }) })).toEqual([
      'note dmarcPolicy',
    ])
  })

  it.each([
    ['crew@harbournotes.app', 'passed replyTo'],
    ['', 'passed replyTo'],
    ['crew', 'error replyTo'],
    ['no-reply@harbournotes.app', 'note replyTo'],
    ['crew@gmail.com', 'note replyTo'],
  ])('with answers to "%s": %s', (to, said) => {
    expect(outcomes(replyTo, body, { replyTo: to })).toEqual([said])
  })
})

describe('the subject', () => {
  it.each([
    ['Tide tables are in your log now', ['passed subject']],
    ['', ['error subject:empty']],
    ['   ', ['error subject:empty']],
    [
      'A subject that goes on and on about the tides, the wind, the weather and boats',
      ['warning subject:long'],
    ],
    ['TIDE TABLES ARE HERE', ['warning subject:capitals']],
    ['NEW: GPS', ['passed subject']],
    ['RE: your order', ['warning subject:answer']],
    ['Fwd: photos', ['warning subject:answer']],
    ['AW: Termin', ['warning subject:answer']],
    ['Regatta: results', ['passed subject']],
    ['Renewal: what changes', ['passed subject']],
    ['test', ['warning subject:placeholder']],
    ['新しい潮汐表', ['passed subject']],
  ])('"%s" says %j', (text, said) => {
    expect(outcomes(subject, '<p>Hello</p>', { subject: text })).toEqual(said)
  })

  it.each([
    [
      '<div style="display:none">Forty characters of a good preheader that says more.</div><p>Hello</p>',
      'passed preheader',
    ],
    ['<div style="display:none">Short one.</div><p>Hello</p>', 'note preheader:short'],
    ['<p>Hello there</p>', 'note preheader:none'],
    ['<p>View in browser</p>', 'warning preheader:leftover'],
    ['<p>Tide tables are in your log now. More.</p>', 'note preheader:repeats'],
    ['<img src="https://a.nl/b.png" alt="">', 'warning preheader'],
  ])('is followed by %s: %s', (body, said) => {
    expect(outcomes(preheader, body)).toEqual([said])
  })
})

describe('the audience', () => {
  const of = (changes: Parameters<typeof survey>[0]) => ({ survey: survey(changes) })
  it('must not be empty', () => {
    expect(outcomes(emptyAudience, '', {}, of({ willGet: 0 }))).toEqual(['error emptyAudience'])
    expect(outcomes(emptyAudience, '', {}, of({}))).toEqual(['passed emptyAudience'])
    expect(outcomes(emptyAudience, '')).toEqual([])
  })

  it.each([
    [{ accepts: 9900, undeliverable: 100, risky: 0, unknown: 0, notChecked: 0 }, 'passed projectedBounces'],
    [{ accepts: 9800, undeliverable: 200, risky: 0, unknown: 0, notChecked: 0 }, 'warning projectedBounces'],
    [{ accepts: 9000, undeliverable: 1000, risky: 0, unknown: 0, notChecked: 0 }, 'error projectedBounces'],
    [{ accepts: 400, undeliverable: 90, risky: 0, unknown: 0, notChecked: 510 }, 'note projectedBounces'],
  ])('with the verdicts %j: %s', (verdicts, said) => {
    expect(outcomes(projectedBounces, '', {}, of({ verdicts }))).toEqual([said])
  })

  it('of the picture bounces by 0.9 %', () => {
    const verdicts = { accepts: 35_874, risky: 2207, unknown: 611, notChecked: 1420, undeliverable: 0 }
    expect(projectedShare({ verdicts, expectedBounces: null })).toBeCloseTo(0.009, 3)
  })

  it('of a project that was learnt from by what that taught, also where few were checked', () => {
    const verdicts = { accepts: 100, risky: 0, unknown: 0, notChecked: 900, undeliverable: 0 }
    expect(projectedShare({ verdicts, expectedBounces: 42 })).toBeCloseTo(0.042)
    expect(projectedShare({ verdicts, expectedBounces: null })).toBeNull()
  })

  it('is told of undeliverable addresses, and of mail in the last days', () => {
    const verdicts = { accepts: 10, risky: 0, undeliverable: 3, unknown: 0, notChecked: 0 }
    expect(look(undeliverable, '', {}, of({ verdicts }))[0]).toMatchObject({
      outcome: 'warning',
      count: 3,
      hasPeople: true,
    })
    expect(outcomes(undeliverable, '', {}, of({}))).toEqual(['passed undeliverable'])
    expect(look(undeliverable, '', {}, of({ leftOut: 1 }))[0]).toMatchObject({
      outcome: 'passed',
      title: '1 undeliverable address is left out',
    })
    expect(look(recentMail, '', {}, of({ recent: 6918 }))[0]).toMatchObject({
      outcome: 'warning',
      count: 6918,
      title: 'Had a mail in the last 3 days',
    })
    expect(outcomes(recentMail, '', {}, of({}))).toEqual(['passed recentMail'])
    expect(outcomes(recentMail, '', {}, of({ recent: null }))).toEqual([])
  })
})

describe('the moment', () => {
  const { now } = surroundings()
  it.each([
    [null, 'passed schedule'],
    [now + hour, 'passed schedule'],
    [now - 1, 'error schedule:past'],
    [now + 400 * 24 * hour, 'warning schedule:far'],
  ])('%s: %s', (scheduledFor, said) => {
    expect(outcomes(schedule, '', {}, { scheduledFor })).toEqual([said])
  })

  it('counts for whom it is night, by the zones of their contacts', () => {
    const zones = [
      { zone: 'Europe/Amsterdam', count: 30_000 },
      { zone: 'Asia/Tokyo', count: 2914 },
      { zone: 'Nowhere/Land', count: 5 },
    ]
    // 12:00 UTC: 13:00 in Amsterdam, 21:00 in Tokyo; two hours later 23:00 there.
    expect(outcomes(nightTime, '', {}, { survey: survey({ zones }) })).toEqual(['passed nightTime'])
    const [check] = look(nightTime, '', {}, { survey: survey({ zones }), scheduledFor: now + 2 * hour })
    expect(check).toMatchObject({
      outcome: 'note',
      count: 2914,
      hasPeople: true,
      title: 'Arrives between 22:00 and 06:00',
    })
    expect(check?.sentence).toContain('23:00 in Asia/Tokyo')
  })

  it('goes by this machine where no contact says a zone', () => {
    expect(outcomes(nightTime, '', {}, { survey: survey(), scheduledFor: now + 11 * hour })).toEqual([
      'note nightTime',
    ])
    expect(outcomes(nightTime, '', {}, { survey: survey() })).toEqual(['passed nightTime'])
  })
})

describe('the HTML', () => {
  it.each([
    [89 * 1024, 'passed htmlSize'],
    [90 * 1024, 'warning htmlSize'],
    [102 * 1024 - 1, 'warning htmlSize'],
    [102 * 1024, 'error htmlSize'],
  ])('of %d bytes: %s', (bytes, said) => {
    expect(outcomes(htmlSize, '', {}, { size: { bytes, label: 'Longest values', added: true } })).toEqual([
      said,
    ])
  })

  it('says for whom it is longest', () => {
    const size = { bytes: 93 * 1024, label: 'Longest values', added: true }
    const [check] = look(htmlSize, '', {}, { size })
    expect(check).toMatchObject({
      figure: '93 KB',
      title: 'HTML nears the clip at 102 KB',
      sentence: expect.stringContaining('93 KB for Longest values'),
    })
  })

  it.each([
    [true, 'with the tracked links and the pixel that the service adds.'],
    [false, 'What the service adds to track links and opens is not known, and comes on top.'],
  ])('says what is counted (with what the service adds: %s)', (added, said) => {
    for (const bytes of [2048, 93 * 1024, 200 * 1024]) {
      const [check] = look(htmlSize, '', {}, { size: { bytes, label: null, added } })
      expect(check?.sentence).toContain(said)
    }
  })

  it('has no text', () => {
    expect(outcomes(plainText, '<img src="https://a.nl/b.png">')).toEqual(['error plainText:empty'])
    expect(outcomes(plainText, '<p>Hello</p>')).toEqual(['passed plainText'])
  })

  it('that is nested beyond reason is an error, and nothing else is looked at', () => {
    expect(outcomes(activeContent, '<div>'.repeat(6000))).toEqual(['error activeContent:deep'])
  })

  it('of another type than marketing goes without List-Unsubscribe', () => {
    expect(outcomes(listUnsubscribe, '')).toEqual(['passed listUnsubscribe'])
    expect(outcomes(listUnsubscribe, '', { type: 'TRANSACTIONAL' })).toEqual(['note listUnsubscribe'])
    const [headless] = look(listUnsubscribe, '', { type: 'HEADLESS' })
    expect(headless?.sentence).toContain('A mail of type `HEADLESS` goes without them. For news')
  })
})

describe('links to look up', () => {
  it('leave out what unsubscribes, tracks, signs in, or is another for each person', () => {
    const hrefs = [
      'https://harbournotes.app/log',
      '{{unsubscribeUrl}}',
      'https://lists.nl/leave',
      'https://x.list-manage.com/track/click?u=1&id=2',
      'https://harbournotes.app/login?next=log',
      'https://harbournotes.app/u/{{id}}',
      'mailto:crew@harbournotes.app',
      'https://harbournotes.app/log',
    ]
    const text = (href: string) => (href.includes('leave') ? 'Unsubscribe' : 'A link')
    const links = linksToLookUp(
      parseMail(mailWith(hrefs.map((href) => `<a href="${href}">${text(href)}</a>`).join(''))),
    )
    expect(links.filter(({ leftOut }) => leftOut === null)).toEqual([
      { url: 'https://harbournotes.app/log', leftOut: null },
    ])
    expect(links.map(({ leftOut }) => leftOut)).toEqual([
      null,
      'it unsubscribes',
      'it unsubscribes',
      'it is a tracking link, which counts who asks',
      'it signs in or confirms',
      'it is another one for each person',
    ])
  })

  it('are with them pictures that are shown; what names a person never', () => {
    const body = [
      '<a href="https://harbournotes.app/me?user_id=42">Log</a>',
      '<a href="https://harbournotes.app/log/ada%40lamp-room.example">Log</a>',
      '<img src="https://harbournotes.app/tides.png" alt="Tides">',
      '<img src="https://harbournotes.app/open.gif?uid=42" alt="">',
      '<img src="https://harbournotes.app/pixel.gif" width="1" height="1">',
      '<img src="https://harbournotes.app/{{id}}.png" alt="You">',
    ].join('')
    expect(linksToLookUp(parseMail(mailWith(body)))).toEqual([
      { url: 'https://harbournotes.app/me?user_id=42', leftOut: 'it names a person' },
      { url: 'https://harbournotes.app/log/ada%40lamp-room.example', leftOut: 'it names a person' },
      { url: 'https://harbournotes.app/tides.png', picture: true, leftOut: null },
      { url: 'https://harbournotes.app/open.gif?uid=42', picture: true, leftOut: 'it names a person' },
    ])
  })
})

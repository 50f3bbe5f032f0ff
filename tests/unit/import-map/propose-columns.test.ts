import { describe, expect, it } from 'vitest'
import { namesEmail } from '../../../src-main/features/imports/map/column-names'
import { proposeColumns } from '../../../src-main/features/imports/map/propose-columns'
import { shownColumn } from '../../../src-main/features/imports/shown'
import { reservedDataKeys } from '../../../src-shared/interface/contact'

/** Columns of a file: a name, and its cells. */
type Columns = [name: string, ...cells: string[]][]

function propose(columns: Columns, known: string[] = []) {
  const names = columns.map(([name]) => name)
  const length = Math.max(...columns.map(([, ...cells]) => cells.length))
  const rows = Array.from({ length }, (_, row) => columns.map(([, ...cells]) => cells[row] ?? ''))
  return proposeColumns(names, rows, known).map(shownColumn)
}

/** Where each column goes: "email", "subscribed", "data.plan", "leaveOut". */
function places(columns: Columns, known: string[] = []): string[] {
  return propose(columns, known).map(({ target }) =>
    target.kind === 'data' ? `data.${target.key}` : target.kind,
  )
}

describe('the address', () => {
  it.each([
    'email',
    'Email',
    'E-Mail',
    'e_mail',
    'E-mail address',
    'EMAIL_ADDRESS',
    'Email Address',
    'emailAddress',
    'Mail',
    'E-Mail-Adresse',
    'Courriel',
    'Adresse e-mail',
    'Adresse électronique (courriel)',
    'Correo electrónico',
    'Dirección de correo electrónico',
    'Indirizzo e-mail',
    'Endereço de e-mail',
    'E-mailadres',
    'E-postadress',
    'E-post',
    'E-posta',
    'Sähköposti',
    'Adres e-mail',
    'Emailová adresa',
    'Электронная почта',
    'メールアドレス',
    '电子邮件',
    '이메일',
    'Work email',
    'Email 1',
  ])('is named %s', (name) => {
    expect(namesEmail(name)).toBeGreaterThan(0)
    expect(
      places([
        ['x', 'Ann'],
        [name, 'ann@x.example'],
      ]),
    ).toEqual(['data.x', 'email'])
  })

  it.each(['Email status', 'Email sent', 'Email opens', 'Email type', 'Email opt-in', 'email_hash'])(
    'is not named %s',
    (name) => {
      expect(namesEmail(name)).toBe(0)
    },
  )

  it('is known by what is in it, whatever its name', () => {
    expect(
      places([
        ['Kontakt', 'ann@x.example', 'bo@x.example'],
        ['Ort', 'Köln', 'Bonn'],
      ]),
    ).toEqual(['email', 'data.Ort'])
  })

  it('is one column: the fuller of two', () => {
    const columns: Columns = [
      ['Secondary email', '', 'bo@y.example', ''],
      ['Primary email', 'ann@x.example', 'bo@x.example', 'cy@x.example'],
    ]
    expect(places(columns)).toEqual(['data.Secondary email', 'email'])
  })

  it('is not taken twice from columns of the same name', () => {
    const [first, second] = propose([
      ['Email', 'ann@x.example'],
      ['email', 'ann@y.example'],
    ])
    expect(first?.target).toEqual({ kind: 'email' })
    expect(second).toMatchObject({
      target: { kind: 'leaveOut' },
      note: 'A contact has one address. Another column holds it.',
    })
  })

  it('is found by its name in a file without rows', () => {
    expect(places([['name'], ['email']])).toEqual(['data.name', 'email'])
  })

  it('is nowhere where no column has any', () => {
    expect(
      places([
        ['name', 'Ann'],
        ['city', 'Cork'],
      ]),
    ).toEqual(['data.name', 'data.city'])
  })
})

describe('who is subscribed', () => {
  it.each([
    ['Subscribed', 'yes', 'no'],
    ['Opt-in', '1', '0'],
    ['Status', 'subscribed', 'unsubscribed'],
    ['Email status', 'Active', 'Cleaned'],
    ['Newsletter', 'ja', 'nein'],
    ['Accepts Marketing', 'TRUE', 'FALSE'],
    ['Inscrit', 'oui', 'non'],
  ])('is told by %s', (name, ...cells) => {
    const [, column] = propose([
      ['email', 'ann@x.example', 'bo@x.example'],
      [name, ...cells],
    ])
    expect(column).toMatchObject({
      target: { kind: 'subscribed' },
      note: 'Nobody who unsubscribed is subscribed again unless you ask for it.',
    })
  })

  it.each([
    ['Status', 'gold', 'silver'],
    ['Active', 'yes', 'no'],
  ])('is not told by %s with %s and %s', (name, ...cells) => {
    expect(
      places([
        ['email', 'ann@x.example', 'bo@x.example'],
        [name, ...cells],
      ])[1],
    ).toBe(`data.${name}`)
  })

  it.each(['Unsubscribed', 'Opt-out', 'abgemeldet'])(
    'is told the other way round by %s, which is said',
    (name) => {
      const [, column] = propose([
        ['email', 'ann@x.example'],
        [name, 'yes'],
      ])
      expect(column?.target).toEqual({ kind: 'subscribed', turned: true })
      expect(column?.note).toMatch(/^Inverted: yes means not subscribed\./)
    },
  )

  it('is told by one column only, and by "Status" last: what else looks like consent is left out', () => {
    const columns: Columns = [
      ['email', 'ann@x.example'],
      ['Status', 'active'],
      ['Subscribed', 'yes'],
      ['Newsletter', 'yes'],
    ]
    expect(places(columns)).toEqual(['email', 'leaveOut', 'subscribed', 'leaveOut'])
    expect(propose(columns)[3]).toMatchObject({
      consent: 'subscribed',
      note: 'It looks like consent too. Only one column can tell who is subscribed.',
    })
  })

  it.each([
    ['subscribed', ['yes', 'vielleicht', 'no']],
    ['newsletter', ['weekly', 'daily']],
    ['Marketing consent', ['2024-01-03', 'granted']],
    ['status', ['subscribed', 'was weiß ich', 'gold', 'x7']],
  ])('is never text where a column looks like consent: %s with words that nobody knows', (name, cells) => {
    const addresses = cells.map((_, at) => `a${at}@x.example`)
    const [, column] = propose([
      ['email', ...addresses],
      [name, ...cells],
    ])
    expect(column).toMatchObject({ target: { kind: 'subscribed' }, consent: 'subscribed' })
    expect(column?.note).toMatch(/not understood: such rows are rejected\./)
  })
})

describe('keys of data', () => {
  const email: [string, string] = ['email', 'ann@x.example']

  it.each([
    ['firstName', 'firstName'],
    ['First name', 'firstName'],
    ['first_name', 'firstName'],
    ['FIRSTNAME', 'firstName'],
    ['Vorname', 'firstName'],
    ['Prénom', 'firstName'],
    ['Nom de famille', 'lastName'],
    ['Stadt', 'city'],
    ['Plan', 'plan'],
  ])('are spelt as the audience spells them: %s', (name, key) => {
    expect(places([email, [name, 'x']], ['plan', 'firstName', 'lastName', 'city'])[1]).toBe(`data.${key}`)
  })

  it('are the names where the audience has no such key', () => {
    expect(places([email, ['Vorname', 'Ann'], ['Lucky number', '7']])).toEqual([
      'email',
      'data.Vorname',
      'data.Lucky number',
    ])
  })

  it('go to the column of that name before one that means the same', () => {
    expect(places([['Vorname', 'A'], ['First name', 'B'], email], ['firstName'])).toEqual([
      'data.Vorname',
      'data.firstName',
      'email',
    ])
  })

  it('are used once: a second column of the name is left out, and that is said', () => {
    const [, , second] = propose([email, ['tag', 'a'], ['tag', 'b']])
    expect(second).toMatchObject({ target: { kind: 'leaveOut' }, note: 'Another column goes to tag.' })
  })

  it.each([
    ...reservedDataKeys.filter((key) => key !== 'email'),
    'createdAt',
    'updatedAt',
    'Created at',
    'ID',
  ])('are not those that the service drops: %s', (name) => {
    const [, column] = propose([email, [name, '1']])
    expect(column?.target).toEqual({ kind: 'leaveOut' })
    expect(column?.note).toMatch(/^The service drops .* silently\.$/)
  })

  it('are not those of every object', () => {
    expect(places([email, ['__proto__', 'x'], ['constructor', 'y']])).toEqual([
      'email',
      'leaveOut',
      'data.constructor',
    ])
  })

  it('are not made of columns without a name', () => {
    const columns = propose([email, ['Column 2', 'x'], ['Column 3', '']])
    expect(columns.slice(1).map(({ target, note }) => [target.kind, note])).toEqual([
      ['leaveOut', 'It has no name. Choose where it goes.'],
      ['leaveOut', 'It is empty.'],
    ])
  })

  it('have no marks that nobody sees, and an end', () => {
    expect(places([email, ['a\u200b\tb', 'x'], ['y'.repeat(300), 'z']])).toEqual([
      'email',
      'data.a b',
      `data.${'y'.repeat(256)}`,
    ])
  })
})

it('says what it looked at', () => {
  const [, column] = propose([
    ['email', 'a@x.example', 'b@x.example', 'c@x.example', 'd@x.example'],
    ['plan', 'pro', '', 'pro', 'free'],
  ])
  expect(column).toEqual({
    index: 1,
    name: 'plan',
    target: { kind: 'data', key: 'plan' },
    as: { type: 'text' },
    rule: 'overwrite',
    samples: ['pro', 'free'],
    looked: 4,
    filled: 3,
    note: null,
  })
})

it('shows five samples at most, and not all of a long one', () => {
  const [column] = propose([['note', ...'abcdefg', 'x'.repeat(1000)].slice(0, 8) as [string, ...string[]]])
  expect(column?.samples).toEqual(['a', 'b', 'c', 'd', 'e'])
  const [long] = propose([['note', 'x'.repeat(1000)]])
  expect(long?.samples[0]).toHaveLength(200)
})

it.each([
  ['one that has the month first', [['seen', '03/14/2026', '05/26/2026']]],
  ['one that has the day first', [['seen', '14/03/2026', '26/05/2026']]],
  [
    'one of either',
    [
      ['seen', '14/03/2026', '26/05/2026'],
      ['left', '03/14/2026', '05/26/2026'],
    ],
  ],
] as const)('does not read dates that tell nothing as other columns of the file: beside %s', (_, others) => {
  const columns = propose([
    ['email', 'a@x.example', 'b@x.example'],
    ...others.map(([name, ...cells]): [string, ...string[]] => [name, ...cells]),
    ['joined', '03/04/2026', '05/06/2026'],
  ])
  expect(columns.at(-1)).toMatchObject({
    as: { type: 'text' },
    note: expect.stringMatching(/^No date shows/) as string,
    orders: { dayFirst: 'DD/MM/YYYY', monthFirst: 'MM/DD/YYYY' },
  })
  expect(columns.slice(1, -1).every(({ as }) => as.type === 'date')).toBe(true)
})

it('proposes something for ten thousand columns', () => {
  const names = Array.from({ length: 10_000 }, (_, index) => `field ${index}`)
  expect(proposeColumns(names, [names.map(() => '5'), names.map(() => '6')], [])).toHaveLength(10_000)
})

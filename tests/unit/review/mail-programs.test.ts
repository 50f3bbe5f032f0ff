import { describe, expect, it } from 'vitest'
import { mailboxOf } from '../../../src-shared/address/mailboxes'
import { mailPrograms } from '../../../src-main/features/review/rules/programs/rule'
import { look, outcomes, survey } from './surroundings'

/** Of 40,000 people. */
const people = survey({
  willGet: 40_000,
  mailboxes: [
    { mailbox: 'gmail', people: 15_000 },
    { mailbox: 'yahoo', people: 4400 },
    { mailbox: 'gmx', people: 2400 },
    { mailbox: 'orange', people: 1600 },
    { mailbox: 'yandex', people: 900 },
    { mailbox: 'mailRu', people: 120 },
  ],
})
const told = (body: string) => look(mailPrograms, body, {}, { survey: people })
const keys = (body: string) => outcomes(mailPrograms, body, {}, { survey: people })

describe('what mail programs leave out', () => {
  it('is told with whom it reaches, the programs and the first places', () => {
    const [check] = told(
      '<p>Hello</p>\n<a style="border-radius:4px;color:#fff" href="https://harbournotes.app/log">Open my log</a>',
    )
    expect(check).toMatchObject({
      key: 'mailPrograms:css-border-radius',
      outcome: 'note',
      title: 'No rounded button',
      count: 4000,
      hasPeople: true,
      programs: {
        people: 4000,
        share: 0.1,
        shows: { gmail: true, gmx: false, orange: false },
        excerpts: [
          {
            line: 2,
            before: '<a style="',
            hit: 'border-radius',
            after: ':4px;color:#…',
            words: 'Open my log',
          },
        ],
      },
    })
    expect(check?.programs?.shows).not.toHaveProperty('yandex')
    expect(check?.sentence).toBe(
      '10 % of your people do not see it: GMX, WEB.DE, Orange leave out `border-radius`. It has square corners and still works.',
    )
  })

  it.each([
    [
      'note css-border-radius',
      '<p style="border-radius:8px">x</p>',
      '<style>.a{border-top-left-radius:3px}</style>',
    ],
    [
      'note css-box-shadow',
      '<p style="box-shadow:0 1px 2px #000">x</p>',
      '<style>.a{box-shadow: 1px 1px red}</style>',
    ],
    [
      'note css-linear-gradient',
      '<p style="background:linear-gradient(red,blue)">x</p>',
      '<style>b{background-image:radial-gradient(red,blue)}</style>',
    ],
    ['note css-animation', '<style>.a{animation:pulse 1s}</style>', '<p style="animation-name: x">x</p>'],
    [
      'note css-object-fit',
      '<img style="object-fit:cover" src="a.png">',
      '<style>img{object-fit: contain}</style>',
    ],
    [
      'note css-transform',
      '<p style="transform:rotate(3deg)">x</p>',
      '<style>.a{ transform: scale(2) }</style>',
    ],
    [
      'note css-text-shadow',
      '<p style="text-shadow:1px 1px red">x</p>',
      '<style>h1{text-shadow:0 0 1px red}</style>',
    ],
    [
      'note css-unit-calc',
      '<p style="width:calc(100% - 4px)">x</p>',
      '<style>.a{width:calc(1px + 2px)}</style>',
    ],
    [
      'note css-function-clamp',
      '<p style="font-size:clamp(1px,2px,3px)">x</p>',
      '<style>h1{font-size:clamp(1px,2px,3px)}</style>',
    ],
    ['note css-filter', '<p style="filter:grayscale(1)">x</p>', '<style>img{filter:blur(2px)}</style>'],
    [
      'warning css-display-flex',
      '<div style="display:flex">x</div>',
      '<style>.a{display: inline-flex}</style>',
    ],
    ['warning css-display-grid', '<div style="display:grid">x</div>', '<style>.a{display:grid}</style>'],
    ['warning css-gap', '<div style="gap:8px">x</div>', '<style>.a{column-gap: 1em}</style>'],
    ['warning css-position', '<div style="position:absolute">x</div>', '<style>.a{position:sticky}</style>'],
    ['warning css-variables', '<p style="color:var(--ink)">x</p>', '<style>a{color:var(--ink)}</style>'],
    [
      'warning css-function-light-dark',
      '<p style="color:light-dark(red,blue)">x</p>',
      '<style>a{color:light-dark(red,blue)}</style>',
    ],
    [
      'warning image-svg',
      '<img src="https://x.app/logo.svg">',
      '<img src="https://x.app/logo.svg?v=2" alt="x">',
    ],
    [
      'warning image-avif',
      '<img src="https://x.app/logo.avif">',
      '<img src="https://x.app/logo.avif#a" alt="x">',
    ],
    [
      'warning css-at-font-face',
      '<style>@font-face{font-family:X;src:url(x)}</style>',
      '<style>@import url(https://fonts.example.org/css);p{font-family:X}</style>',
    ],
  ])('finds %s wherever it stands', (wanted, ...mails) => {
    const [outcome, slug] = wanted.split(' ')
    for (const body of mails) expect(keys(body)).toContain(`${outcome} mailPrograms:${slug}`)
  })

  it.each([
    ['<p style="border-radius:0;box-shadow:none;position:relative">x</p>'],
    ['<style>/* border-radius:4px; display:flex */ p{color:red}</style><p>border-radius: 4px</p>'],
    ['<div style="display:none;border-radius:4px">x</div><p>Hello</p>'],
    ['<!--[if mso]><p style="border-radius:4px">x</p><![endif]--><p>Hello</p>'],
  ])('is not what changes nothing: %s', (body) => {
    expect(keys(body)).toEqual(['passed mailPrograms'])
  })

  it('says what is shown in the place of a font', () => {
    const [check] = told(
      '<style>@font-face{font-family:Sail}</style><p style="font-family:Sail, Arial">x</p>',
    )
    expect(check).toMatchObject({ outcome: 'note', title: 'Web font falls back to Arial' })
  })

  it('stands by how many it reaches, and what reaches hardly anybody in one line', () => {
    const body = '<p style="border-radius:1px;box-shadow:0 0 1px red">x</p><img src="https://x.app/a.svg">'
    const few = survey({
      ...people,
      mailboxes: [
        { mailbox: 'gmail', people: 300 },
        { mailbox: 'gmx', people: 900 },
      ],
    })
    expect(look(mailPrograms, body, {}, { survey: few }).map(({ key, title }) => `${key} ${title}`)).toEqual([
      'mailPrograms:css-box-shadow No shadow',
      'mailPrograms:css-border-radius No rounded corners',
      'mailPrograms:small And 1 small one',
    ])
  })

  it('is not told before the people are counted', () => {
    expect(look(mailPrograms, '<p style="border-radius:1px">x</p>')).toEqual([])
  })
})

describe('the provider of an address', () => {
  it.each([
    ['gmail.com', 'gmail'],
    ['hotmail.co.uk', 'outlook'],
    ['yahoo.co.jp', 'yahoo'],
    ['aol.com', 'yahoo'],
    ['me.com', 'icloud'],
    ['web.de', 'gmx'],
    ['wanadoo.fr', 'orange'],
    ['t-online.de', 'telekom'],
    ['bk.ru', 'mailRu'],
  ])('of %s is %s', (domain, mailbox) => expect(mailboxOf(domain)).toBe(mailbox))

  it.each(['harbournotes.app', 'live.events', 'mail.com', 'me.example', 'gmail.com.example', 'free.org', ''])(
    'of %s is not known',
    (domain) => expect(mailboxOf(domain)).toBeNull(),
  )
})

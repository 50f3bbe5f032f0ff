import { describe, expect, it } from 'vitest'
import type { TemplateLanguage } from '../../../src-shared/interface/liquid-view'
import { readMail } from '../../../src-main/features/review/language'
import { parseMail } from '../../../src-main/features/review/parsed-mail'
import { linkInsecure, linkMalformed, linkPlaceholder } from '../../../src-main/features/review/rules/links'
import { sameMail } from '../../../src-main/features/review/rules/same-mail'
import { spamMarkers } from '../../../src-main/features/review/rules/spam'
import { unsubscribeLink } from '../../../src-main/features/review/rules/unsubscribe'
import { mailWith } from '../../fixtures/mails'
import { look, survey, surroundings } from './surroundings'

describe('findings about links', () => {
  it('are a line an address, with the address in it and as many places as it stands in', () => {
    const body = '<a href="http://a.nl/x">A</a>\n<a href="http://b.nl/y">B</a>\n<a href="http://a.nl/x">C</a>'
    const found = look(linkInsecure, body)
    expect(found.map(({ title, count }) => [title, count])).toEqual([
      ['Link over http: `http://a.nl/x`', 2],
      ['Link over http: `http://b.nl/y`', 1],
    ])
    expect(found[0]?.places.map(({ line, column }) => [line, column])).toEqual([
      [1, 4],
      [3, 4],
    ])
  })

  it('tell several placeholders and malformed addresses apart', () => {
    const body = '<a href="#">A</a><a href="TODO">B</a><a href="">C</a><a href="https://">D</a>'
    expect(look(linkPlaceholder, body).map(({ title }) => title)).toEqual([
      'Link is a placeholder: `#`',
      'Link is a placeholder: `TODO`',
      'Link is a placeholder: no address',
    ])
    expect(look(linkMalformed, body).map(({ title }) => title)).toEqual(['Link is malformed: `https://`'])
  })
})

describe('places', () => {
  it.each(['\n', '\r\n', '\r'])('are counted by lines that end in %j', (end) => {
    const [found] = look(linkInsecure, ['<p>One</p>', '<p>Two</p>', '<a href="http://a.nl/">A</a>'].join(end))
    expect(found?.places).toMatchObject([{ line: 3, column: 4 }])
  })

  it('are where a phrase is written, after entities too', () => {
    const body = '<p>&nbsp;&amp;&nbsp;act now and act now</p>'
    const found = look(spamMarkers, body).find(({ key }) => key === 'spamMarkers:phrases')
    expect(found?.places.map(({ column }) => column - 1)).toEqual([
      body.indexOf('act now'),
      body.lastIndexOf('act now'),
    ])
  })
})

/** What the rule says of a mail as the rules read it in a language. */
function saidOf(body: string, language: TemplateLanguage): string[] {
  const { mail, ...template } = readMail(mailWith(body), language)
  return unsubscribeLink
    .check(parseMail(mail), surroundings({ template }))
    .map(({ outcome, title }) => `${outcome}: ${title}`)
}

describe('an unsubscribe link', () => {
  const link = (href: string) => `<a href="${href}">Leave</a>`
  const own = link('{{unsubscribeUrl}}')
  const everybody = ['passed: Unsubscribe link, outside conditions']
  const some = ['error: Unsubscribe link only inside a condition']

  it.each<[string, TemplateLanguage]>([
    ['{{unsubscribeUrl}}', 'plain'],
    ["{{unsubscribeUrl ?? ''}}", 'plain'],
    ['{{ unsubscribeUrl }}', 'liquid'],
    ['{{ data.unsubscribeUrl }}', 'liquid'],
    ['{{ unsubscribeUrl | escape }}', 'liquid'],
    ['{{ unsubscribeUrl | default: manageUrl }}', 'liquid'],
    ["{{ '' | append: unsubscribeUrl }}", 'liquid'],
  ])('is known as %s in %s', (href, language) => {
    expect(saidOf(link(href), language)).toEqual(everybody)
  })

  it.each([
    ['in a condition that does not hold for all', `{% if plan == "pro" %}${own}{% endif %}`, some],
    ['in one branch of two', `{% if plan %}<p>No</p>{% else %}${own}{% endif %}`, some],
    [
      'in a case without an else',
      `{% case plan %}{% when "a" %}${own}{% when "b" %}${own}{% endcase %}`,
      some,
    ],
    ['in a loop', `{% for port in ports %}${own}{% endfor %}`, some],
    ['in unless', `{% unless plan %}${own}{% endunless %}`, some],
    [
      'in a condition within a branch',
      `{% if a %}${own}{% else %}{% if b %}${own}{% endif %}{% endif %}`,
      some,
    ],
    ['in every branch', `{% if plan %}${own}{% elsif city %}${own}{% else %}${own}{% endif %}`, everybody],
    ['in a case with an else', `{% case plan %}{% when "a" %}${own}{% else %}${own}{% endcase %}`, everybody],
    ['in a condition that asks for it alone', `{% if unsubscribeUrl %}${own}{% endif %}`, everybody],
    ['in one condition and outside another', `{% if plan %}${own}{% endif %}${own}`, everybody],
    ['with white space taken off', `{%- if plan -%}${own}{%- endif -%}`, some],
  ])('%s is found in Liquid', (_where, body, said) => {
    expect(saidOf(body, 'liquid')).toEqual(said)
  })

  it('in a conditional comment is found in every language', () => {
    const body = `<p>Hello</p><!--[if mso]>${own}<![endif]-->`
    for (const language of ['plain', 'liquid'] as const) expect(saidOf(body, language)).toEqual(some)
  })
})

describe('a hidden preheader that fills its line', () => {
  const styles = [
    'display:none;max-height:0;overflow:hidden',
    'display:none;font-size:1px;color:#ffffff;background:#ffffff;line-height:1px;max-height:0;opacity:0;mso-hide:all',
  ]
  const fillings = [
    '&zwnj;&nbsp;',
    '&#847;&zwnj;&nbsp;&#8199;&#65279;',
    '&#8203;&#8288;',
    '&#847; ',
    '&shy;&nbsp;',
  ]
  it.each(styles.flatMap((style) => fillings.map((filling) => [style, filling] as const)))(
    'raises nothing: %s with %s',
    (style, filling) => {
      const body = `<div style="${style}">Tides of the week${filling.repeat(300)}</div><p>Hello</p>`
      expect(look(spamMarkers, body).map(({ outcome }) => outcome)).toEqual(['passed'])
    },
  )

  it('raises what is hidden beside it', () => {
    const body = `<div style="display:none">${'cheap watches '.repeat(60)}</div><p>Hello</p>`
    expect(look(spamMarkers, body).map(({ key }) => key)).toEqual(['spamMarkers:hidden'])
  })
})

describe('the same mail', () => {
  const one = {
    id: 'c1',
    name: 'Tides',
    sentAt: Date.UTC(2026, 10, 23),
    ahead: false,
    same: 'both',
    count: 200,
  } as const

  it('is an error for each campaign that some of the people had, with how many those are', () => {
    const around = {
      survey: survey({ willGet: 200 }),
      sameMails: [one, { ...one, id: 'c2', ahead: true, count: 3 }],
    }
    expect(look(sameMail, '<p>Hello</p>', {}, around)).toMatchObject([
      {
        key: 'sameMail:c1',
        outcome: 'error',
        title: 'Same subject and body sent lately',
        count: 200,
        hasPeople: true,
      },
      { key: 'sameMail:c2', outcome: 'error', title: 'Same subject and body already scheduled', count: 3 },
    ])
  })

  it('passes where nobody had it, and says nothing before the people are counted', () => {
    expect(look(sameMail, '', {}, { survey: survey() })).toMatchObject([{ outcome: 'passed' }])
    expect(look(sameMail, '')).toEqual([])
  })
})

import { describe, expect, it } from 'vitest'
import { readMail } from '../../../src-main/features/review/language'
import { parseMail } from '../../../src-main/features/review/parsed-mail'
import { liquidFault, renderLiquid } from '../../../src-shared/interface/liquid'
import { renderMail } from '../../../src-main/features/review/render/rendering'
import {
  missingValue,
  unknownVariable,
  variablesToCount,
} from '../../../src-main/features/review/rules/variables'
import { liquidTokens } from '../../../src-shared/interface/liquid-tokens'
import { plainView } from '../../../src-shared/interface/liquid-view'
import { bodyMax, BodyTooLong } from '../../../src-shared/interface/template-html'
import type { TemplateValues } from '../../../src-shared/interface/template-text'
import { mailWith } from '../../fixtures/mails'
import { seeded } from '../../fixtures/seeded'
import { survey, surroundings } from './surroundings'

const ann: TemplateValues = {
  id: 'c1',
  email: 'ann@x.example',
  unsubscribeUrl: 'https://x.example/u',
  subscribeUrl: 'https://x.example/s',
  manageUrl: 'https://x.example/m',
  data: {
    firstName: 'Ann',
    'first name': 'Ann B',
    trips: 3,
    none: 0,
    off: false,
    ports: ['Bergen', 'Oslo'],
    boat: { name: 'Alba' },
    html: '<b>x</b>',
  },
}
const render = (template: string) => renderLiquid(template, ann)

describe('a template in Liquid', () => {
  it.each([
    ['Hello {{ firstName }}', 'Hello Ann'],
    ['{{ data.firstName | upcase }}', 'ANN'],
    ['{{ boat.name }} {{ boat["name"] }}', 'Alba Alba'],
    ['{% if trips > 2 %}many{% else %}few{% endif %}', 'many'],
    ['{% for port in ports %}{{ forloop.index }}{{ port }} {% endfor %}', '1Bergen 2Oslo '],
    ['{{ ports }}', '<li>Bergen</li><li>Oslo</li>'],
    ['{{ boat }}', '{"name":"Alba"}'],
    ["{{ boat['name'] }} {{ ports[0] }}", 'Alba Bergen'],
    ['{{ nobody ?? "a \\" b" }}', 'a \\" b'],
    ['{{ ports | join: "+" }}', 'Bergen+Oslo'],
    ['{{ nobody }}|{{ nobody | default: "you" }}', '|you'],
    ['{{ nobody ?? you }}', 'you'],
    ['{{nobody ?? \'you\'}} {{ nobody ?? "her" }}', 'you her'],
    ['{{ none ?? zero }} {{ off ?? no }} {{ trips ?? zero }}', 'zero no 3'],
    ["{{ nobody ?? don't }}", "don't"],
    ['{{first name}}', 'Ann B'],
    ['{{ first name ?? you }}', 'Ann B'],
    ['{{ html }}', '<b>x</b>'],
    ['{% if none %}shown{% endif %}', ''],
    ['{{ firstName | no_such_filter }}', 'Ann'],
    ['{% raw %}{{ firstName }}{% endraw %}', '{{ firstName }}'],
    ['{% comment %}{{ firstName }}{% endcomment %}', ''],
    ['{{ constructor }}{{ data.__proto__.x }}', ''],
    ['{{ email }} {{ unsubscribeUrl }}', 'ann@x.example https://x.example/u'],
  ])('renders %j as %j', (template, html) => expect(render(template)).toBe(html))

  it('that cannot be read has its plain variables filled in, and no more', () => {
    expect(render('Hello {{ firstName }}, {% if %}{{ nobody ?? "you" }}')).toBe('Hello Ann, {% if %}you')
  })

  it.each(['include', 'render', 'layout'])('reads no file with %s', (tag) => {
    expect(render(`{% ${tag} "/etc/passwd" %}`)).toBe(`{% ${tag} "/etc/passwd" %}`)
    expect(liquidFault(`{% ${tag} "/etc/passwd" %}`)).toMatchObject({ line: 1, column: 1 })
  })

  it.each([
    '{% for a in (1..1000000000) %}x{% endfor %}',
    '{% for a in (1..30000) %}{% for b in (1..30000) %}{% assign x = b | plus: a %}{% endfor %}{% endfor %}',
    '{% assign s = "xxxxxxxxxx" %}{% for a in (1..60) %}{% assign s = s | append: s %}{% endfor %}{{ s }}',
  ])('ends: %s', (template) => expect(() => render(template)).toThrow(BodyTooLong))

  it('is refused where it came out longer than any mail may be', () => {
    const long = 'x'.repeat(bodyMax)
    expect(render(long)).toHaveLength(bodyMax)
    expect(() => render(`${long}{{ firstName }}`)).toThrow(BodyTooLong)
    expect(() => render(`${long}{{ firstName }}{% if %}{{ firstName }}`)).toThrow(BodyTooLong)
  })

  it('tells the place that keeps the service from saving it', () => {
    expect(liquidFault('Fine\n{{ firstName ?? you }}')).toBeNull()
    expect(liquidFault('One\nTwo {% if x %}')).toMatchObject({ line: 2, column: 5 })
    expect(liquidFault('{{ x | shout }}')).toMatchObject({ line: 1, message: 'undefined filter: shout' })
    expect(liquidFault('{{ x ?? y }}\n{{ x | shout }}')).toMatchObject({ line: 2 })
  })
})

describe('the tokens of Liquid', () => {
  it('cover what they stand for, whatever is thrown at them', () => {
    const random = seeded(7)
    const parts = [
      '{{',
      '}}',
      '{%',
      '%}',
      '-',
      ' raw ',
      ' endraw ',
      ' comment ',
      ' endcomment ',
      '"',
      "'",
      'x',
      '\n',
      '|',
      '??',
    ]
    for (let run = 0; run < 2000; run++) {
      const text = Array.from({ length: 12 }, () => parts[Math.floor(random() * parts.length)]).join('')
      let at = 0
      for (const { start, end, inner } of liquidTokens(text)) {
        expect(start).toBeGreaterThanOrEqual(at)
        expect(text.slice(start, end)).toContain(inner)
        at = end
      }
      expect(plainView(text, 'liquid').text).toHaveLength(text.length)
    }
  })
  it('are found in time that grows with the text alone', () => {
    for (const part of ['{{', '{%', '{{"', '{% raw %}', '{% comment %}']) {
      expect(() => liquidTokens(part.repeat(200_000))).not.toThrow()
    }
  })
})

describe('the plain view of a template', () => {
  it.each([
    ['Hello {{ name | default: "you" }}!', "Hello {{name??'you'"],
    ['{{ name | upcase }}', '{{name'],
    ['{{ name ?? you }}', "{{name??'"],
    ['{{ boat["name"] }}', '{{boat.name'],
    ['{% assign a = 1 %}{{ a }}', '                  {{_'],
    ['{% capture b %}Hi{% endcapture %}{{ b }}', `${' '.repeat(15)}Hi${' '.repeat(16)}{{_`],
    ['{{ "text" | upcase }}', '{{_'],
    ['{{ true }}', '{{_'],
    ['{{ nil | default: "you" }}', '{{_'],
    ['{{ ["first name"] }}', '{{first name'],
    ["{{ ['name'] | upcase }}", '{{name'],
    ["{{ name | default: 'you' }}!", "{{name??'you'"],
    ['{{ trips | default: 12345 }}', "{{trips??'12345'"],
    ['{{ name | default: other }}', '{{_'],
    ['{{a["b"]["c"]["d"]}}', '{{a.b.c.d'],
  ])('writes %j as a text that begins %j, as long as it was', (template, begin) => {
    const { text } = plainView(template, 'liquid')
    expect(text.startsWith(begin)).toBe(true)
    expect(text).toHaveLength(template.length)
  })

  it('mentions what has a fallback that no room is left to show', () => {
    const template = '{{name ?? "you"}}'
    expect(plainView(template, 'liquid').mentioned).toEqual([])
    expect(plainView('{{name??y}}', 'liquid').mentioned).toEqual([{ name: 'name', start: 2, end: 9 }])
  })

  it('leaves the plain language as it is', () => {
    expect(plainView('{% x %}{{ a | b }}', 'plain').text).toBe('{% x %}{{ a | b }}')
  })

  it('puts a variable where a tag stands within an element, so that an address stays one', () => {
    const { text } = plainView('<a href="{% if a %}https://a{% endif %}">x</a> {% if a %}', 'liquid')
    expect(text).toMatch(/^<a href="\{\{_ +\}\}https:\/\/a\{\{_ +\}\}">x<\/a> +$/)
  })
})

describe('the review of a mail in Liquid', () => {
  const checksOf = (body: string, missing: { variable: string; count: number }[] = []) => {
    const { mail, ...template } = readMail(mailWith(body), 'liquid')
    const around = surroundings({ template, survey: survey({ missing }) })
    const parsed = parseMail(mail)
    return [...unknownVariable.check(parsed, around), ...missingValue.check(parsed, around)]
      .filter(({ outcome }) => outcome !== 'passed')
      .map(
        ({ key, outcome, places }) =>
          `${outcome} ${key} ${places.map(({ line, column }) => `${line}:${column}`).join()}`,
      )
  }

  it('finds nothing in a mail that works', () => {
    expect(
      checksOf(
        '<p>{% if firstName %}Hello {{ firstName }}{% else %}Hello{% endif %}</p>' +
          '{% for trip in trips %}<p>{{ trip.name | upcase }} {{ forloop.index }}</p>{% endfor %}' +
          '{% assign port = homePort | default: "Oslo" %}{{ port }} {{ boatName ?? your boat }} {{ "now" | date: "%Y" }}' +
          '<a href="{{ unsubscribeUrl }}">Leave</a>',
      ),
    ).toEqual([])
  })

  it('tells a template that the service would refuse, with the place', () => {
    expect(checksOf('<p>\n{% if firstName %}</p>')).toEqual(['error unknownVariable:template:body 2:1'])
  })

  it('tells names that nobody has, in outputs and in tags', () => {
    expect(checksOf('{{ fristName }}\n{% if hmePort %}x{% endif %}')).toEqual([
      'error unknownVariable:fristName 1:1',
      'warning unknownVariable:mentioned:hmePort 2:7',
    ])
  })

  it('counts who has no value only where nothing else shows', () => {
    const { mail } = readMail(
      mailWith(
        '{{ firstName }} {{ homePort | default: "x" }} {% if boatName %}{{ boatName }}{% endif %} {{ trips | size }}',
      ),
      'liquid',
    )
    expect(variablesToCount(parseMail(mail))).toEqual(['firstName', 'trips'])
    expect(checksOf('<p>{{ firstName | upcase }},</p>', [{ variable: 'firstName', count: 4 }])).toEqual([
      'warning missingValue:firstName 1:4',
    ])
  })

  it('marks what became of each output, and nothing within tags', async () => {
    const { html } = await renderMail(
      mailWith(
        '<p>{% if trips > 2 %}{{ firstName | upcase }} {{ nobody }} {{ nick ?? "you" }}{% endif %}</p>',
      ),
      {
        values: ann,
        language: 'liquid',
        isKnown: (name) => name !== 'nobody',
        marks: true,
        dark: false,
        pictures: null,
      },
    )
    expect(html).toMatch(/data-postroom-kind="value" title="firstName">ANN</)
    expect(html).toMatch(/data-postroom-kind="unknown"[^>]*>\{\{ nobody \}\}</)
    expect(html).toMatch(/data-postroom-kind="fallback"[^>]*>you</)
  })
})

import { describe, expect, it } from 'vitest'
import { oneLine } from '../../../src-shared/interface/one-line'
import {
  findVariables,
  renderSubject,
  subjectMax,
  type TemplateValues,
  variableText,
} from '../../../src-shared/interface/template-text'

const own = {
  id: 'cnt_1',
  email: 'ada@example.com',
  unsubscribeUrl: 'https://post.example/u',
  subscribeUrl: 'https://post.example/s',
  manageUrl: 'https://post.example/m',
}
const valuesOf = (data: Record<string, unknown>): TemplateValues => ({ ...own, data })
const show = (text: string, data: Record<string, unknown> = {}): string => renderSubject(text, valuesOf(data))

describe('The variables of a template', () => {
  it.each<[string, string, string | null]>([
    ['{{name}}', 'name', null],
    ['{{ name }}', 'name', null],
    ['{{\n  name\n}}', 'name', null],
    ['{{data.name}}', 'data.name', null],
    ['{{data.vessel.name}}', 'data.vessel.name', null],
    ['{{first name}}', 'first name', null],
    ['{{first\n   name}}', 'first name', null],
    ['{{prénom}}', 'prénom', null],
    ['{{名前}}', '名前', null],
    ['{{price (EUR)}}', 'price (EUR)', null],
    ["{{name ?? 'there'}}", 'name', 'there'],
    ['{{name ?? "there"}}', 'name', 'there'],
    ["{{name??'there'}}", 'name', 'there'],
    ["{{name\n ??\n 'there'\n}}", 'name', 'there'],
    ["{{name ?? ''}}", 'name', ''],
    [String.raw`{{name ?? 'the captain\'s'}}`, 'name', "the captain's"],
    [String.raw`{{name ?? "a \"b\" \\ c"}}`, 'name', 'a "b" \\ c'],
    ["{{name ?? 'a}}b{{c'}}", 'name', 'a}}b{{c'],
    ['{{name ?? \'say "hi"\'}}', 'name', 'say "hi"'],
  ])('%s is one', (text, name, fallback) => {
    expect(findVariables(`a${text}b`)).toEqual([{ start: 1, end: 1 + text.length, name, fallback }])
  })

  it.each([
    '{{}}',
    '{{ }}',
    '{name}',
    '{{name}',
    '{{name',
    'name}}',
    '{{name ?? there}}',
    "{{name ?? 'there}}",
    "{{name ? 'there'}}",
    "{{name ?? 'a' ?? 'b'}}",
    "{{name ?? 'a' b}}",
    "{{?? 'a'}}",
    '{{#each list}}',
    '{{/each}}',
    '{{> part}}',
    '{{name | upper}}',
    '{{{{}}}}',
    '{{"name"}}',
    String.raw`{{name ?? 'a\'}}`,
    `{{${'n'.repeat(256)}}}`,
  ])('%s is none, and stays as it is', (text) => {
    expect(findVariables(text)).toEqual([])
    expect(show(text, { name: 'X', n: 'X' })).toBe(text)
  })

  it('are found after what only looks like one', () => {
    expect(findVariables("{{a ?? '{{b}} {{{c}}").map(({ name }) => name)).toEqual(['b', 'c'])
    expect(show('{{{name}}}', { name: 'X' })).toBe('{X}')
  })

  it.each([
    ['braces', '{'],
    ['openings', '{{'],
    ['openings with space', '{{  '],
    ['names that do not end', '{{name '],
    ['fallbacks that do not end', "{{a ?? '"],
    ['fallbacks of either quote', '{{a ?? \'{{b ?? "'],
    ['escapes', "{{a ?? '\\"],
    ['escaped quotes', "{{a ?? '\\'"],
    ['question marks', '{{a??'],
  ])('are looked for once in much of %s', (_what, piece) => {
    // Were any of it read again for every opening, this would take minutes.
    const hostile = piece.repeat(300_000 / piece.length)
    for (const text of [
      hostile,
      `{{${hostile}`,
      `{{x ?? '${hostile}`,
      `{{x${' '.repeat(300_000)}${hostile}`,
    ]) {
      expect(findVariables(`${text}{{end}}`).at(-1)?.name).toBe('end')
    }
  })
})

describe('A variable shows', () => {
  it.each<[string, unknown, string]>([
    ['a string as it is', 'Åse <b> "x" & {{y}}', 'Åse <b> "x" & {{y}}'],
    ['a number', 1234.5, '1234.5'],
    ['nought', 0, '0'],
    ['yes', true, 'true'],
    ['no', false, 'false'],
    ['a date as it is', '2026-11-20T14:00:00.000Z', '2026-11-20T14:00:00.000Z'],
    ['a list with commas', ['a', 2, true], 'a, 2, true'],
    ['a list without its gaps', ['a', null, '', 'b'], 'a, b'],
    ['lists in a list as JSON', [['a', 'b'], { c: 1 }], '["a","b"], {"c":1}'],
    ['an object as JSON', { a: [1], b: null }, '{"a":[1],"b":null}'],
    ['null as nothing', null, ''],
    ['an empty list as nothing', [], ''],
  ])('%s', (_what, value, text) => {
    const variable = findVariables('{{v}}')[0]!
    expect(variableText(variable, valuesOf({ v: value }))).toBe(text)
  })

  it('nothing where there is no value', () => {
    expect(show('a{{nobody}}b{{data.nobody}}c{{no.body}}d')).toBe('abcd')
  })

  it.each([[null], [''], [[]], [undefined]])('its fallback where the value is %j', (name) => {
    expect(show("Hi {{name ?? 'there'}}", { name })).toBe('Hi there')
  })

  it.each([[0], [false], ['Ada']])('no fallback where the value is %j', (name) => {
    expect(show("{{name ?? 'there'}}", { name })).toBe(String(name))
  })

  it('what a path leads to', () => {
    const data = { vessel: { name: 'Vega', ports: ['Hull', 'Bergen'] }, 'a.b': 'dotted', a: { b: 'nested' } }
    expect(show('{{vessel.name}} {{data.vessel.name}} {{vessel.ports.1}}', data)).toBe('Vega Vega Bergen')
    expect(show('{{a.b}}', data)).toBe('dotted')
    expect(show('{{vessel.ports.length}}{{vessel.name.length}}{{vessel.none.name}}', data)).toBe('')
  })

  it('the contact and the links, whatever the data says', () => {
    const data = { id: 'x', email: 'x', unsubscribeUrl: 'x', subscribeUrl: 'x', manageUrl: 'x' }
    expect(show('{{id}} {{email}} {{unsubscribeUrl}} {{subscribeUrl}} {{manageUrl}}', data)).toBe(
      Object.values(own).join(' '),
    )
  })

  it.each([
    '__proto__',
    'constructor',
    'toString',
    'constructor.name',
    'a.__proto__',
    'a.constructor.name',
    'list.map',
    'data.__proto__.polluted',
  ])('nothing for %s: only what data holds is data', (name) => {
    expect(show(`{{${name} ?? 'none'}}`, { a: {}, list: [1] })).toBe('none')
  })

  it('a key called __proto__ like any other', () => {
    const data: Record<string, unknown> = JSON.parse(
      '{"__proto__": {"a": "kept"}, "b": {"__proto__": "too"}}',
    )
    expect(show('{{__proto__.a}} {{b.__proto__}}', data)).toBe('kept too')
  })
})

describe('A subject', () => {
  it('is one line, whatever the values', () => {
    const name = 'A\r\nBcc: b@example.com\u0000\u0007\t\u2028B\u0085'
    expect(show('Hi {{name}}\n!', { name })).toBe('Hi A Bcc: b@example.com B !')
  })

  it('escapes nothing', () => {
    expect(show('{{name}}', { name: 'A & B <c>' })).toBe('A & B <c>')
  })

  it('keeps to its length, and to whole characters', () => {
    const long = show('{{v}}{{v}}{{v}}', { v: '😀'.repeat(500_000) })
    expect(long.length).toBeLessThanOrEqual(subjectMax)
    expect(show('x{{v}}', { v: '😀'.repeat(600) })).toBe(`x${'😀'.repeat(498)}`)
  })

  it('has no half characters', () => {
    expect(show('a{{v}}b', { v: '\ud800' })).toBe('a\ufffdb')
    expect(oneLine('\udc00 😀')).toBe('\ufffd 😀')
  })
})

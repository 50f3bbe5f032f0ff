import { defaultTreeAdapter, type DefaultTreeAdapterMap, parse } from 'parse5'
import { describe, expect, it } from 'vitest'
import { inertDeclarations, inertMedia, inertSheet } from '../../../src-main/features/review/render/css'
import { CssBlock } from '../../../src-main/features/review/render/css-block'
import { cssTokens } from '../../../src-main/features/review/render/css-tokens'
import { Showing, StyleSheets } from '../../../src-main/features/review/shown/showing'
import type { Styled } from '../../../src-main/features/review/shown/tree'

const asked: string[] = []
const rules = {
  dark: false,
  image: (address: string) => {
    asked.push(address)
    return address === 'https://a.nl/b.png' ? 'data:image/png;base64,AA==' : null
  },
}
const sheet = (css: string): string => inertSheet(css, rules)
const style = (css: string): string => inertDeclarations(CssBlock.ofAttribute(css), rules)
const picture = 'url("data:image/png;base64,AA==")'

/** The elements of a page, in order. */
function elementsOf(html: string): Styled[] {
  const found: Styled[] = []
  const visit = (node: DefaultTreeAdapterMap['parentNode']): void => {
    for (const child of node.childNodes)
      if (defaultTreeAdapter.isElementNode(child)) {
        found.push(child)
        visit(child)
      }
  }
  visit(parse(html))
  return found
}

/** Whether a sheet hides the last element of a page: as Chromium says of each of these. */
function isHidden(css: string, html = '<p class="out">Hello</p>'): boolean {
  const sheets = new StyleSheets()
  sheets.add(css, '')
  let showing = Showing.of(sheets)
  for (const element of elementsOf(html))
    showing = showing.within(element, element.attrs.find(({ name }) => name === 'style')?.value)
  return showing.hidesText
}

describe('a style sheet is read as the specification says', () => {
  it.each([
    ['.out{d\\69splay:none}', 'an escape in a property'],
    ['.ou\\74{display:none}', 'an escape in a class'],
    ['.\\6f ut{display:no\\6e e}', 'escapes that end with a space'],
    ['@\\6d edia screen{.out{display:none}}', 'an escape in the name of an at-rule'],
    ['.out{display:none!\\69mportant}.out{display:block}', 'an escape in what is important'],
    ['@media/**/only/**/screen{.out/**/{/**/display/**/:/**/none}}', 'comments in odd places'],
    ['<!-- .out{display:none} -->', 'what hid sheets from old programs'],
    ['.a{x:"bad\n}.out{display:none}', 'a string that its line ends'],
    ['.a{x:url(a b)}.out{display:none}', 'an address with a space'],
    ['.out{display:none', 'a block that is not closed'],
    ['@foo;.out{display:none}', 'an at-rule without a block'],
    ['@import url(a;b);.out{display:none}', 'an import'],
    ['@foo{a:b}.out{display:none}', 'an at-rule that nobody knows'],
    ['.out{.y{color:red} display:none}', 'what comes after a rule within'],
    ['.out{&{display:none}}', 'a rule within that means the same'],
    ['body{.out{display:none}}', 'a rule within another'],
    ['body{> .out{display:none}}', 'a rule within for what stands right within'],
    ['.out{@media screen{display:none}}', 'a condition within a rule'],
    ['.out{@media screen{&:not(.x){display:none}}}', 'a rule within a condition within a rule'],
    ['.out{--x:{a};display:none}', 'a property of its own with a block for a value'],
    ['.out{x:y{}display:none}', 'what looks like a property and is a rule'],
    ['*|p.out{display:none}', 'an element of any namespace'],
    [':is(.a,.out){display:none}', 'one of several'],
    [':is(.out,:foo){display:none}', 'one of several, another of which is none'],
    ['.out:not(:hover){display:none}', 'who is not pointed to'],
    ['p:first-child{display:none}', 'a place among others'],
    ['body:has(.out) p{display:none}', 'what it holds'],
    [':where(#a) .x,.out{display:none}', 'a list with what counts for nothing'],
    ['.OUT{display:none}', 'another case'],
    ['.out{display:none;display:block foo}', 'a value that is none'],
  ])('hides: %s (%s)', (css) => {
    expect(isHidden(css)).toBe(true)
  })

  it.each([
    ['a{}}.out{display:none}', 'a brace too many'],
    ['a;.out{display:none}', 'a semicolon before a selector'],
    ['@\\6dedia screen{.out{display:none}}', 'an escape that takes the next figure with it'],
    ['.x{background:u\\72l(a}.out{display:none}.y{b)}', 'an address begun with an escape'],
    ['.o/**/ut{display:none}', 'a comment in a class'],
    ['.out/**/.b{display:none}', 'a comment between two classes'],
    ['/*.out{display:none}', 'a comment that is not closed'],
    ['@foo (}.out{display:none}', 'a bracket that is not closed'],
    ['@import "x" .out{display:none}', 'an import without an end'],
    ['.out{x:(}display:none', 'a bracket in a value that is not closed'],
    ['.out{--x:{a}display:none}', 'a value that goes on'],
    ['.out{display:none foo}', 'a value that is none'],
    ['.foot{.out{display:none}}', 'a rule within what is not there'],
    ['.out::before{display:none}', 'what stands before it'],
    ['.out:hover{display:none}', 'who is pointed to'],
    ['.out[class!=x]{display:none}', 'a selector of a script’s'],
    [':contains("Hello"){display:none}', 'a selector of another script’s'],
    ['.out{content:"}";}.b{display:none}', 'a brace in a string'],
    [':where(.out){display:none}p{display:block}', 'what counts for nothing'],
  ])('shows: %s (%s)', (css) => {
    expect(isHidden(css)).toBe(false)
  })

  it.each([
    ['display:{{x}};display:none', true],
    ['display:none!\\69mportant', true],
    ['x:(;display:none);display:none', true],
    ['--x:{};display:none', true],
    ['color:red}display:none', false],
    ['color:red;}display:none', false],
    ['a{}display:none', false],
    ['x:(};display:none', false],
    ['color:url(a b;display:none', false],
  ])('reads the attribute %s', (css, hides) => {
    expect(isHidden('', `<p style="${css}">Hello</p>`)).toBe(hides)
  })
})

describe('CSS that is made inert', () => {
  it.each([
    'url(https://a.nl/b.png)',
    'url( "https://a.nl/b.png" )',
    "URL('https://a.nl/b.png')",
    'u\\72l("https://a.nl/b.png"/**/)',
    'u\\72 l(https://a.nl/b\\2epng)',
    'url("https://a.nl/\\\nb.png',
  ])('asks for no address that it was not given: %s', (address) => {
    expect(style(`background:${address}`)).toBe(`background:${picture}`)
  })

  it.each([
    '@import "https://a.nl/x.css";',
    '@IMPORT url(https://a.nl/x.css) screen;',
    "@\\69mport 'https://a.nl/x.css';",
    '@im\\70 ort"https://a.nl/x.css";',
    '@import/**/url("https://a.nl/x.css")layer(a);',
    '@import "https://a.nl/x.css"{}',
    '@media screen{@import "https://a.nl/x.css";}',
    '@layer a{@import "https://a.nl/x.css";}',
    '@font-face{font-family:x;src:url(https://a.nl/x)}',
    '@namespace url(https://a.nl/x);',
    '@charset "utf-8";',
    '<!-- @import "https://a.nl/x.css"; -->',
  ])('keeps no at-rule that asks for something: %s', (css) => {
    const asking = asked.length
    expect(sheet(`${css}p{color:red}`).replace('@media screen{}', '')).toBe('p{color:red}')
    expect(asked).toHaveLength(asking)
  })

  it.each([
    ['url("https://a.nl/b.png" format("x"))', 'an address with more in its brackets'],
    ['url(https://a.nl/b.png"x")', 'an address with a quote'],
    ['image-set("https://a.nl/b.png" 1x)', 'a function that takes addresses as strings'],
    ['im\\61ge-set("https://a.nl/b.png" 1x)', 'the same with an escape'],
    ['src("https://a.nl/b.png")', 'another of them'],
    ['"x\ny"', 'a string that its line ends'],
    ['{a:b}', 'a block'],
    ['red\\', 'an escape of nothing', 'background:red\ufffd'],
  ])('keeps no value with %s (%s)', (value, _what, kept = '') => {
    expect(style(`background:${value}`)).toBe(kept)
  })

  it('keeps rules within rules, and what comes after them', () => {
    expect(sheet('.a{color:red;&:hover{background:url(x);top:0}.b &{left:0}right:0}')).toBe(
      '.a{color:red;&:hover{background:none;top:0}.b &{left:0}right:0}',
    )
    expect(sheet('@media screen{@supports (top:0){.a{top:0}@font-face{src:url(x)}}.b{left:0}}')).toBe(
      '@media screen{@supports (top:0){.a{top:0}}.b{left:0}}',
    )
  })

  it('closes what it leaves open', () => {
    expect(sheet('@media screen{.a{width:calc((1px + 2px')).toBe('@media screen{.a{width:calc((1px + 2px))}}')
    expect(sheet('.a{content:"x')).toBe('.a{content:"x"}')
    expect(sheet('.a[b')).toBe('')
  })

  it('keeps names that only escapes can write, and ends no element', () => {
    expect(sheet('.\\31 a\\3c\\/style\\>{top:1\\65 3;left:1p\\78}')).toBe(
      '.\\31 a\\3c \\2f style\\3e{top:1\\65 3;left:1\\70 x}',
    )
    expect(sheet('.a::after{content:"</style><img src=x>"}')).not.toMatch(/[<>]/)
    expect(sheet('</style><p>{top:0}')).not.toContain('</')
    expect(style('--\\-:\\-')).toBe('---:\\2d')
  })

  it('answers which colours a mail is shown in, however that is asked', () => {
    expect(inertMedia('screen and ( prefers-color-scheme/**/:\\64 ark )', rules)).toBe(
      'screen and (max-width:0px)',
    )
    expect(inertMedia('screen{}', rules)).toBeNull()
    expect(inertMedia('url(x)', rules)).toBeNull()
  })
})

describe('hostile CSS takes no more than it is worth', () => {
  const mega = (text: string): string => text.repeat(200_000 / text.length)

  it.each([
    '(',
    '[',
    '{',
    'a{',
    'a:b{',
    '&{',
    '@media(',
    '@media x{',
    'url(',
    'calc(',
    'a:calc({',
    ')',
    '}',
    ']',
    ';',
  ])('two hundred thousand characters of %s', (text) => {
    const css = mega(text)
    expect(cssTokens(css).length).toBeLessThanOrEqual(2 * css.length)
    expect(sheet(css).length).toBeLessThan(1000)
    expect(style(css).length).toBeLessThan(1000)
    expect(isHidden(`${css}display`)).toBe(false)
  })

  it.each(['"\n', '\\\n', "'a\n"])('reads no further than a thousand mistakes: %j', (mistake) => {
    expect(cssTokens(mega(mistake)).length).toBeLessThan(4000)
  })

  it('keeps rules within rules no deeper than eight', () => {
    expect(sheet('a{'.repeat(200)).split('{')).toHaveLength(9)
    expect(sheet('@media all{'.repeat(200)).split('{')).toHaveLength(9)
  })

  it.each([
    ['descendants', '.a '.repeat(60)],
    ['descendants of descendants', ':is(.a .a .a .a .a) '.repeat(20)],
    ['siblings', '.a~'.repeat(100) + '.a '],
    ['what is held', ':has(.x .x .y)'.repeat(20)],
    ['places', ':nth-last-child(2n+1 of .a)'.repeat(20)],
    ['negations', ':not(.x .a):not(.y~.a)'.repeat(20)],
    ['long attributes', '[title*="aab"]'.repeat(60)],
  ])('asks no more than it may of a page: %s', (_what, selector) => {
    const body =
      `<div class="a x" title="${'a'.repeat(20_000)}">`.repeat(60) + '<p class="a y">x</p>'.repeat(300)
    const elements = elementsOf(body)
    let read = 0
    for (const element of elements) {
      const { attrs } = element
      Object.defineProperty(element, 'attrs', { get: () => ((read += 1), attrs) })
    }
    const sheets = new StyleSheets()
    sheets.add(`${selector}.a{display:none}`.repeat(500), '')
    for (const element of elements)
      for (const rule of sheets.of(element)) expect(rule.conditional).toBe(false)
    expect(read).toBeLessThan(2_500_000)
  })

  it('makes no more of rules within rules than they are', () => {
    const list = Array.from({ length: 300 }, (_, index) => `.c${index}`).join(',')
    const nested = `${list}{${'& & &{'.repeat(8)}display:none`
    expect(isHidden(`${nested}${'}'.repeat(9)}`.repeat(200))).toBe(false)
    expect(isHidden(`.out{${'& &,& &{'.repeat(8)}display:none`)).toBe(false)
  })
})

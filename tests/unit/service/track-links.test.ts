import { describe, expect, it } from 'vitest'
import { addPixel, rewriteLinks } from '../../../src-shared/interface/tracked-html'

const rewritten = (html: string): string => rewriteLinks(html, (target) => `T(${target})`)
const targets = (html: string): string[] => {
  const found: string[] = []
  rewriteLinks(html, (target) => {
    found.push(target)
    return null
  })
  return found
}

describe('rewriting links', () => {
  it.each([
    ['<a href="https://x.example/">a</a>', '<a href="T(https://x.example/)">a</a>'],
    ["<a class=b href='https://x.example/'>a</a>", '<a class=b href="T(https://x.example/)">a</a>'],
    ['<A HREF = https://x.example/ >a</A>', '<A HREF = "T(https://x.example/)" >a</A>'],
    ['<a\nhref="https://x.example/"\n>a</a>', '<a\nhref="T(https://x.example/)"\n>a</a>'],
    ['<area href="https://x.example/">', '<area href="T(https://x.example/)">'],
    ['<a title=">" href="https://x.example/">a</a>', '<a title=">" href="T(https://x.example/)">a</a>'],
    ['<a title=it\'s href="https://x.example/">a</a>', '<a title=it\'s href="T(https://x.example/)">a</a>'],
    ['<a href="1" href="2">a</a>', '<a href="T(1)" href="2">a</a>'],
    ['<a data-href="1" href="2">a</a>', '<a data-href="1" href="T(2)">a</a>'],
  ])('rewrites %s', (html, expected) => {
    expect(rewritten(html)).toBe(expected)
  })

  it.each([
    '<p>https://x.example/</p>',
    '<img src="https://x.example/">',
    '<link href="https://x.example/">',
    '<abbr href="https://x.example/">',
    '<a name="href">a</a>',
    '<a href>a</a>',
    '<p title="<a href=1>">a</p>',
    '<!-- <a href="https://x.example/">a</a> -->',
    '<!--[if mso]><a href="https://x.example/">a</a><![endif]-->',
    '<style>a { content: "<a href=1>" }</style>',
    '<title><a href="1">a</a></title>',
    '</a href="1">',
    '< a href="1">',
    'a < b and c > d',
  ])('leaves %s as it is', (html) => {
    expect(rewritten(html)).toBe(html)
  })

  it('goes on after what it leaves', () => {
    expect(targets('<!-- x --><style>b</style><title>c</title><a href="1">d</a><a href="2">e</a>')).toEqual([
      '1',
      '2',
    ])
  })

  it('tells the target that the value stands for', () => {
    expect(targets('<a href=" https://x.example/?a=1&amp;b=&#50;&c=&#x33;&quot; ">a</a>')).toEqual([
      'https://x.example/?a=1&b=2&c=3"',
    ])
  })

  it('leaves a link with an entity it does not know', () => {
    expect(
      targets(
        '<a href="https://x.example/&eacute;">a</a><a href="&constructor;">b</a><a href="&#x110000;">c</a>',
      ),
    ).toEqual([])
  })

  it('escapes what it puts in', () => {
    expect(rewriteLinks('<a href="1">', () => 'x?a&"b"')).toBe('<a href="x?a&amp;&quot;b&quot;">')
  })

  it.each(['<', '<!--', '<a ', '<a "', "<a '", '<a href="', '<a x=', '<style>', '<a =', '<a href=" ', ' = '])(
    'reads a megabyte of %j, which would take minutes were the time squared',
    (part) => {
      const html = part.repeat(2 ** 20 / part.length)
      expect(rewriteLinks(html, () => null)).toBe(html)
    },
  )
})

describe('the pixel', () => {
  it.each([
    ['<p>a</p>', '<p>a</p><img'],
    ['<body><p>a</p></body></html>', '<body><p>a</p><img'],
    ['<BODY>a</BODY >', '<BODY>a<img'],
  ])('stands at the end of %s', (html, beginning) => {
    const withPixel = addPixel(html, 'https://x.example/t/o/1.gif')
    expect(withPixel.startsWith(beginning)).toBe(true)
    expect(withPixel.length).toBeGreaterThan(html.length)
  })
})

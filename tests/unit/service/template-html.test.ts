import { describe, expect, it } from 'vitest'
import { bodyMax, BodyTooLong, renderHtml } from '../../../src-shared/interface/template-html'
import { scanHtml, type SlotContext } from '../../../src-shared/interface/template-scan'

const own = {
  id: 'cnt_1',
  email: 'ada@example.com',
  unsubscribeUrl: 'https://post.example/u?a=1&b=2',
  subscribeUrl: '',
  manageUrl: '',
}
const show = (html: string, data: Record<string, unknown> = {}): string => renderHtml(html, { ...own, data })

describe('In HTML, a value', () => {
  it('is text', () => {
    expect(show('<p>{{v}}</p>', { v: `<img src=x onerror="a('b')"> & {{v}}` })).toBe(
      '<p>&lt;img src=x onerror=&quot;a(&#39;b&#39;)&quot;&gt; &amp; {{v}}</p>',
    )
  })

  it('is text as a fallback too', () => {
    expect(show("<p>{{v ?? 'Smith & <Sons>'}}</p>")).toBe('<p>Smith &amp; &lt;Sons&gt;</p>')
  })

  it.each(['"', "'"])('stays within an attribute in %s', (quote) => {
    const html = `<i title=${quote}{{v}}${quote}>`
    expect(show(html, { v: `a" b='c' onclick=d` })).toBe(
      `<i title=${quote}a&quot; b=&#39;c&#39; onclick=d${quote}>`,
    )
  })

  it('stays within an attribute without quotes', () => {
    expect(show('<i title={{v}} id=b>', { v: 'a onclick=`b`>\n' })).toBe(
      '<i title=a&#32;onclick&#61;&#96;b&#96;&gt;&#10; id=b>',
    )
  })

  it('that is empty does not let the next attribute become part of one without quotes', () => {
    expect(show('<a href={{v}} title="{{w}}">', { w: 'a onclick=b' })).toBe(
      '<a href=&#32; title="a onclick=b">',
    )
  })

  it.each(['script', 'SCRIPT'])('is left out of a %s', (tag) => {
    expect(show(`<${tag}>f('{{v}}')</${tag}><b>{{v}}</b>`, { v: 'x' })).toBe(`<${tag}>f('')</${tag}><b>x</b>`)
  })

  it.each([
    ['<a onclick="f(\'{{v}}\')">', '<a onclick="f(\'\')">'],
    ['<a OnClick={{v}}>', '<a OnClick=>'],
    ['<iframe srcdoc="{{v}}">', '<iframe srcdoc="">'],
    ['<{{v}}>', '<>'],
    ['</{{v}}>', '</>'],
    ['<b{{v}}>', '<b>'],
    ['<b {{v}}>', '<b >'],
    ['<b {{v}}="a">', '<b ="a">'],
    ['<b a{{v}}="c">', '<b a="c">'],
    ['<!doctype {{v}}>', '<!doctype >'],
  ])('is left out of %s, where it would be more than text', (html, shown) => {
    expect(show(html, { v: 'x' })).toBe(shown)
  })

  it.each([
    ['<p style="color:{{v}}">', '<p style="color:redbackgroundurlevil.example">'],
    ['<style>p{color:{{v}}}</style>', '<style>p{color:redbackgroundurlevil.example}</style>'],
  ])('adds no declaration to %s', (html, shown) => {
    expect(show(html, { v: 'red;background:url(//evil.example)' })).toBe(shown)
  })

  it('that is a colour, a size or a font goes into a style', () => {
    const html = '<p style="color:{{c}};width:{{w}};font-family:{{f}}">'
    expect(show(html, { c: '#fa0', w: '12.5%', f: 'Noto Sans, serif' })).toBe(
      '<p style="color:#fa0;width:12.5%;font-family:Noto Sans, serif">',
    )
  })

  it('has no control characters and no half characters', () => {
    expect(show('{{v}}', { v: 'a\u0000b\u001bc\td\ne\ud800f\u0085' })).toBe('abc\td\ne\ufffdf')
  })

  it('is read as text after a > in a quoted attribute', () => {
    expect(show('<a title="a > b" href="{{v}}">', { v: 'javascript:x' })).toBe('<a title="a > b" href="#">')
  })
})

describe('A link that a value begins', () => {
  it.each([
    'https://example.com/a?b=c&d="e"',
    'http://example.com',
    'HTTPS://example.com',
    'mailto:a@example.com',
    'tel:+4712345678',
    'sms:+4712345678',
    '//example.com/a',
    '/path',
    'page?a=b:c',
    '#part',
    '',
  ])('leads to %s', (v) => {
    const escaped = v.replaceAll('&', '&amp;').replaceAll('"', '&quot;')
    expect(show('<a href="{{v}}">', { v })).toBe(`<a href="${escaped}">`)
    expect(show("<img src='{{ v }}'>", { v })).toBe(`<img src='${escaped}'>`)
  })

  it.each([
    'javascript:alert(1)',
    'JavaScript:alert(1)',
    ' javascript:alert(1)',
    '\u0001javascript:alert(1)',
    'java\nscript:alert(1)',
    'java\tscript\r:alert(1)',
    'javascript://example.com/%0aalert(1)',
    'data:text/html,<script>alert(1)</script>',
    'vbscript:x',
    'file:///etc/passwd',
    'blob:x',
    'unknown:x',
  ])('does not lead to %j', (v) => {
    for (const html of [
      '<a href="{{v}}">',
      "<a href='{{v}}'>",
      '<a href={{v}}>',
      '<a href=" {{v}}">',
      '<A HREF = "{{v}}">',
      '<a title="x" href="{{v}}/more">',
      '<a href="{{none}}{{v}}">',
      '<a href="{{none ?? \'\'}}{{v}}">',
      '<img src="{{v}}">',
      '<form action="{{v}}">',
      '<button formaction="{{v}}">',
      '<svg><a xlink:href="{{v}}">',
      '<!--[if mso]><a href="{{v}}"><![endif]-->',
    ]) {
      const shown = show(html, { v })
      expect(shown).toContain('#')
      expect(shown.replace('xlink:', '')).not.toContain(':')
    }
  })

  it('is not hidden by any number of spaces', () => {
    expect(show('<a href="{{v}}">', { v: `${' '.repeat(100_000)}javascript:x` })).toBe('<a href="#">')
  })

  it('does not lead to what several values make together', () => {
    expect(show('<a href="{{a}}{{b}}">', { a: 'java', b: 'script:x' })).toBe('<a href="#">')
    expect(show('<a href="{{a}}:{{b}}">', { a: 'javascript', b: 'x' })).toBe('<a href="#">')
    expect(show('<a href="java{{a}}">', { a: 'script:x' })).toBe('<a href="#">')
  })

  it("keeps to the template's own scheme", () => {
    expect(show('<a href="harbour://open/{{v}}">', { v: 'a:b' })).toBe('<a href="harbour://open/a:b">')
    expect(show('<a href="https://example.com/?q={{v}}">', { v: 'a"b' })).toBe(
      '<a href="https://example.com/?q=a&quot;b">',
    )
  })

  it('may be the way to unsubscribe', () => {
    expect(show('<a href="{{unsubscribeUrl}}">x</a>')).toBe(
      '<a href="https://post.example/u?a=1&amp;b=2">x</a>',
    )
  })

  it('is left alone where no variable is in it', () => {
    const html = '<a href="javascript:x"><img src=\'data:a\'><a href=x:y>'
    expect(show(html)).toBe(html)
  })
})

describe('Where a variable stands', () => {
  const contextOf = (html: string): SlotContext[] =>
    scanHtml(html)
      .flatMap(({ pieces }) => pieces)
      .flatMap((piece) => (typeof piece === 'string' ? [] : [piece.context]))

  it.each<[string, SlotContext[]]>([
    ['{{a}}', ['text']],
    ['1 < 2 {{a}}', ['text']],
    ['a <b {{a}}> {{b}}', ['none', 'text']],
    ['<b a="x>{{a}}">{{b}}', ['text', 'text']],
    ["<b a='\"{{a}}' c={{b}} d>{{c}}", ['text', 'bare', 'text']],
    ['<b a = x{{a}} {{b}}>', ['bare', 'none']],
    ['<b/a={{a}}>', ['bare']],
    ['<b a/{{a}}>', ['none']],
    ['<br/>{{a}}', ['text']],
    ['<!-- <script> {{a}} --><b>{{b}}', ['text', 'text']],
    ['<!--><script>{{a}}</script>{{b}}', ['none', 'text']],
    ['<!---><script>{{a}}', ['none']],
    ['<!-- a --!><script>{{a}}', ['none']],
    ['<!--[if mso]><td style="width:{{a}}"><![endif]-->{{b}}', ['style', 'text']],
    ['<!--[if !mso]><!--><b a={{a}}><!--<![endif]-->{{b}}', ['bare', 'text']],
    ['<title>{{a}}</title><script>{{b}}', ['text', 'none']],
    ['<textarea><script>{{a}}</textarea>{{b}}', ['text', 'text']],
    ['<style></stylex>{{a}}</style >{{b}}', ['style', 'text']],
    ['<script></scrip{{a}}</SCRIPT\n>{{b}}', ['none', 'text']],
    ['<script/>{{a}}', ['none']],
    ['</script>{{a}}', ['text']],
    ['<?xml {{a}}?>{{b}}', ['none', 'text']],
    ['<p title={{a}}{{b}}>{{c}}', ['bare', 'bare', 'text']],
  ])('%s', (html, contexts) => {
    expect(contextOf(html)).toEqual(contexts)
  })

  it.each([
    ['tags', '<'],
    ['names of tags', '<a'],
    ['open tags', '<a '],
    ['attributes', 'a=b '],
    ['values', '<a href='],
    ['quoted values', '<a href="'],
    ['variables in links', '<a href="{{v}}">'],
    ['variables in values without quotes', '<a href={{v}}'],
    ['comments', '<!--'],
    ['conditional comments', '<!--[if '],
    ['closing tags', '</script'],
    ['scripts', '<script>'],
    ['dashes', '--'],
  ])('is found in one pass over much of %s', (_what, piece) => {
    const hostile = piece.repeat(300_000 / piece.length)
    for (const html of [
      hostile,
      `<a ${hostile}`,
      `<a b="${hostile}`,
      `<script>${hostile}`,
      `<!-- ${hostile}`,
    ]) {
      expect(show(html, { v: 'x' }).length).toBeGreaterThan(90_000)
    }
  })
})

describe('A body that would become too long', () => {
  it('is refused', () => {
    const v = 'x'.repeat(1_000_000)
    expect(() => show('{{v}}'.repeat(100_000), { v })).toThrow(BodyTooLong)
    expect(show('{{v}}'.repeat(5), { v })).toHaveLength(5_000_000)
  })

  it('is refused for what would not even show', () => {
    const v = `javascript:${'x'.repeat(1_000_000)}`
    expect(() => show('<a href="{{v}}">'.repeat(60_000), { v })).toThrow(BodyTooLong)
    expect(() => show('<p style="{{v}}">'.repeat(60_000), { v: ';'.repeat(1_000_000) })).toThrow(BodyTooLong)
  })

  it('is refused for what grows by being escaped', () => {
    expect(() => show('{{v}}{{v}}', { v: '"'.repeat(bodyMax / 10) })).toThrow(BodyTooLong)
  })
})

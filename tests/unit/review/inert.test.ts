import { parse, type DefaultTreeAdapterMap } from 'parse5'
import { describe, expect, it } from 'vitest'
import type { RenderedMail } from '../../../src-shared/bridge/rendered-mail'
import { renderMail, type RenderOptions } from '../../../src-main/features/review/render/rendering'
import { leftOutBy } from '../../../src-main/features/review/rules/programs/features'
import { canary, mailFixtures, mailWith } from '../../fixtures/mails'

type Element = DefaultTreeAdapterMap['element']

const render = (body: string, changes: Partial<RenderOptions> = {}): Promise<RenderedMail> =>
  renderMail(mailWith(body), {
    values: null,
    language: 'plain',
    isKnown: () => true,
    marks: false,
    dark: false,
    pictures: null,
    ...changes,
  })

function elementsOf(html: string): Element[] {
  const found: Element[] = []
  const visit = (node: DefaultTreeAdapterMap['parentNode']) => {
    for (const child of node.childNodes) {
      if (!('tagName' in child)) continue
      found.push(child)
      visit(child)
    }
  }
  visit(parse(html))
  return found
}

const pixel = 'data:image/png;base64,iVBORw0KGgo='
const allowedTags =
  /^(?:html|head|meta|style|body|a|abbr|address|article|b|blockquote|br|caption|center|code|col|colgroup|dd|del|div|dl|dt|em|font|footer|h[1-6]|header|hr|i|img|ins|li|main|ol|p|pre|q|s|section|small|span|strong|sub|sup|table|tbody|td|tfoot|th|thead|tr|u|ul|wbr)$/

describe('a mail as Outlook on Windows shows it', () => {
  const shown = (body: string, pictures: RenderOptions['pictures'] = null) =>
    render(body, { without: leftOutBy('outlook.windows'), pictures })

  it('lacks what its tables name, and keeps the rest', async () => {
    const style =
      'border-radius:4px;color:#123;display:flex;max-width:600px;box-shadow:0 0 2px #000;margin:4px'
    const { html } = await shown(`<style>p{opacity:.5;color:red}</style><p style="${style}">Hello</p>`)
    expect(html).toContain('<p style="color:#123;max-width:600px;margin:4px">')
    expect(html).toContain('p{color:red}')
  })

  it('lacks rules for a width, and pictures behind text, of which the colour stays', async () => {
    const css = '@media (max-width:400px){p{color:blue}}@media screen{p{color:green}}'
    const { html } = await shown(`<style>${css}</style><p style="background:#123 url(a.png)">Hello</p>`)
    expect(html).not.toContain('color:blue')
    expect(html).toContain('color:green')
    expect(html).toContain('background:#123 none')
  })

  it('lacks pictures of a kind that it does not show', async () => {
    const load = async (addresses: readonly string[]) => new Map(addresses.map((one) => [one, pixel]))
    const { html } = await shown('<img src="https://x.app/a.webp"><img src="https://x.app/b.png">', load)
    expect(elementsOf(html).filter(({ tagName }) => tagName === 'img')).toHaveLength(1)
  })
})

describe('an inert mail', () => {
  const ways = [
    { how: 'without pictures', options: {} },
    { how: 'with marks, in dark', options: { marks: true, dark: true } },
    {
      how: 'with pictures allowed, in dark',
      options: {
        dark: true,
        pictures: (addresses: readonly string[]) =>
          Promise.resolve(new Map(addresses.map((one) => [one, pixel]))),
      },
    },
    {
      how: 'with pictures allowed',
      options: {
        pictures: (addresses: readonly string[]) =>
          Promise.resolve(new Map(addresses.map((one) => [one, pixel]))),
      },
    },
  ]
  const cases = mailFixtures().flatMap(({ name, mail }) =>
    ways.map((way) => ({ name, body: mail.body, ...way })),
  )

  it.each(cases)(
    'has nothing active, loads nothing and leads nowhere: $name $how',
    async ({ body, options }) => {
      const { html } = await render(body, options)
      const elements = elementsOf(html)
      for (const { tagName, attrs, namespaceURI } of elements) {
        expect(tagName).toMatch(allowedTags)
        expect(namespaceURI).toBe('http://www.w3.org/1999/xhtml')
        for (const { name, value } of attrs) {
          expect(name).not.toMatch(
            /^on|^(?:href|srcset|ping|action|formaction|poster|target|srcdoc|xlink|cite|longdesc|data|usemap|form)$/,
          )
          if (name === 'src' || name === 'background') expect(value).toMatch(/^data:image\/png;base64,/)
          if (name === 'style')
            expect(value).not.toMatch(
              /url\((?!"data:image\/png)|image-set|expression|@import|binding|behavior/i,
            )
        }
      }
      for (const style of elements.filter(({ tagName }) => tagName === 'style')) {
        const css = style.childNodes.map((node) => ('value' in node ? node.value : '')).join('')
        expect(css).not.toMatch(
          /url\((?!"data:image\/png)|@import|@font-face|image-set|expression|@namespace|@property|binding|behavior/i,
        )
        expect(css.replace(/"(?:[^"\\]|\\[^])*"/g, '')).not.toContain(canary)
      }
      expect(
        elements.filter(({ tagName }) => tagName === 'meta').map(({ attrs }) => attrs[0]?.value),
      ).not.toContain('refresh')
    },
  )

  it.each(mailFixtures().map(({ name, mail }) => ({ name, body: mail.body })))(
    'has its policy before anything of the mail: $name',
    async ({ body }) => {
      const { html } = await render(body)
      const [, head, first] = elementsOf(html)
      expect(head?.tagName).toBe('head')
      expect(first?.attrs.find(({ name }) => name === 'content')?.value).toContain(
        "default-src 'none'; style-src 'unsafe-inline'; img-src 'none'",
      )
    },
  )

  it.each(mailFixtures().map(({ name, mail }) => ({ name, body: mail.body })))(
    'stays as it is when it is made inert again: $name',
    async ({ body }) => {
      const inside = (html: string) =>
        /<body[^>]*>([^]*)<\/body>/
          .exec(html)?.[1]
          ?.replace(/ title="[^"]*"| role="[^"]*"| aria-\w+="[^"]*"| data-[\w-]+="[^"]*"/g, '')
      const once = (await render(body)).html
      const tags = (html: string) => elementsOf(html).filter(({ tagName }) => tagName !== 'style').length
      const again = (await render(once)).html
      expect(inside(again)).toBe(inside(once))
      expect(tags(again)).toBe(tags(once))
    },
  )

  it('tells where a link leads, and leads nowhere', async () => {
    const { html } = await render('<p><a href="https://harbournotes.app/a?b=1&amp;c=2">Log</a></p>')
    expect(html).toContain('title="https://harbournotes.app/a?b=1&#38;c=2"')
    expect(html).not.toContain('href=')
  })

  it('shows a box of its size where a picture was not loaded', async () => {
    const { html, blockedImages } = await render(
      '<img src="https://a.nl/b.png" width="600" height="240" alt="Boats">',
    )
    expect(html).toContain('Image not loaded, 600 × 240')
    expect(html).toContain('aria-label="Image not loaded, 600 × 240: Boats"')
    expect(blockedImages).toBe(1)
  })

  it('lets the box of a picture that takes a share of its room take that, and no more', async () => {
    const box = async (style: string) =>
      /class="postroom-image"[^>]*style="([^"]*)"/.exec(
        (await render(`<img src="https://a.nl/b.png" width="600" height="240" style="${style}">`)).html,
      )?.[1]
    expect(await box('display:block;width:100%;border:0')).toBe('width:100%;aspect-ratio:600/240')
    expect(await box('width: 50%')).toBe('width:50%;aspect-ratio:600/240')
    expect(await box('max-width:100%')).toBe('width:600px;aspect-ratio:600/240')
  })

  it('has no words in the box of what counts openings', async () => {
    const { html } = await render('<img src="https://a.nl/o.gif" width="1" height="1" alt="">')
    expect(html).toContain('title="Image not loaded, 1 × 1"')
    expect(html).not.toContain('>Image not loaded')
  })

  it('asks for each picture once where they are allowed, those of styles too', async () => {
    let asked: readonly string[] = []
    const { html, blockedImages } = await render(
      '<style>p{background:url(https://a.nl/p.png)}</style><p style="background:url(https://a.nl/s.png)">Hello</p><table background="https://a.nl/t.png"></table><img src="https://a.nl/i.png"><img src="https://a.nl/i.png">',
      {
        pictures: (addresses) => {
          asked = addresses
          return Promise.resolve(new Map(addresses.map((one) => [one, pixel])))
        },
      },
    )
    expect([...asked].sort()).toEqual(['i', 'p', 's', 't'].map((name) => `https://a.nl/${name}.png`))
    expect(blockedImages).toBe(0)
    expect(html.split(pixel)).toHaveLength(6)
    expect(html).toContain('img-src data:')
  })

  it('shows controls, and they are dead', async () => {
    const { html } = await render(
      '<form action="https://a.nl"><input value="Name"><button>Send</button><input type="hidden" value="secret"></form>',
    )
    expect(html).toContain('>Name\u200b<')
    expect(html).toContain('>Send\u200b<')
    expect(html).not.toMatch(/<form|<input|<button|secret/)
  })

  it('keeps elements that are nested deeply as text', async () => {
    const { html } = await render(`${'<div>'.repeat(3000)}deep${'</div>'.repeat(3000)}`)
    expect(html).toContain('deep')
    expect(html.split('<div>').length).toBeLessThan(500)
  })

  it('says so where a mail is nested beyond reason', async () => {
    expect((await render('<div>'.repeat(6000))).html).toContain('It cannot be shown')
  })
})

describe('a mail as somebody receives it', () => {
  const values = {
    id: 'c1',
    email: 'zofia@example.pl',
    unsubscribeUrl: 'https://service.nl/unsubscribe/c1',
    subscribeUrl: '',
    manageUrl: '',
    data: { firstName: 'Zofia <b>', homePort: 'Gdańsk' },
  }
  const known = (name: string) =>
    ['firstName', 'homePort', 'boatName', 'unsubscribeUrl', 'email'].includes(name)

  it('marks what variables became', async () => {
    const { html } = await render(
      "<p title='{{firstName}}'>Hello {{firstName}}, of {{boatName ?? 'no boat'}}{{boatName}}</p>",
      { values, isKnown: known, marks: true },
    )
    expect(html).toContain('data-postroom-kind="value" title="firstName">Zofia &#60;b&#62;</span>')
    expect(html).toContain('data-postroom-kind="fallback" title="No boatName: its fallback">no boat</span>')
    expect(html).toContain('data-postroom-kind="missing" title="No boatName, and no fallback"></span>')
    expect(html).toContain('title="Zofia &#60;b&#62;"')
  })

  it('shows a variable that nobody has as it is written, where marks are wanted', async () => {
    const { html } = await render('<p>Fair winds, {{firstname}}.</p>', {
      values,
      isKnown: known,
      marks: true,
    })
    expect(html).toContain('data-postroom-kind="unknown" title="Nobody has a firstname">{{firstname}}</span>')
  })

  it('shows what somebody has no value for as it is written, where it can be given one', async () => {
    const { html } = await render('<p>{{boatName}}{{firstName}}</p>', {
      values,
      isKnown: known,
      marks: true,
      namesMissing: true,
    })
    expect(html).toContain(
      'data-postroom-name="boatName" data-postroom-kind="named" title="No boatName, and no fallback">{{boatName}}</span>',
    )
    expect(html).toContain('data-postroom-kind="value"')
  })

  it('shows nothing there as it is sent', async () => {
    const { html } = await render('<p>Fair winds, {{firstname}}.</p>', { values, isKnown: known })
    expect(html).toContain('<p>Fair winds, .</p>')
  })

  it('leaves variables as they are written for nobody', async () => {
    const { html, text, subject } = await renderMail(
      mailWith('<p>Hello {{firstName}}</p>', { subject: 'For {{firstName}}' }),
      {
        values: null,
        language: 'plain',
        isKnown: known,
        marks: false,
        dark: false,
        pictures: null,
      },
    )
    expect(html).toContain('Hello {{firstName}}')
    expect([text, subject]).toEqual(['Hello {{firstName}}', 'For {{firstName}}'])
  })

  it('has its text, its preheader and its bytes as it is sent', async () => {
    const body =
      '<div style="display:none">Tides beside the wind.&zwnj;&nbsp;</div><p>Ahoi {{firstName}}: <a href="https://a.nl">log</a></p>'
    const { text, preheader, bytes } = await render(body, { values, isKnown: known, marks: true })
    expect(text).toContain('Ahoi Zofia <b>: log [https://a.nl]')
    expect(preheader).toBe('Tides beside the wind. Ahoi Zofia <b>: log')
    expect(bytes).toBe(Buffer.byteLength(body.replace('{{firstName}}', 'Zofia &lt;b&gt;')))
  })

  it('is shown by its own dark rules in dark, and by none in light', async () => {
    const body = '<style>@media (prefers-color-scheme: dark){p{color:red}}</style><p>Evening</p>'
    expect((await render(body, { dark: true })).html).toContain('@media (min-width:0px){p{color:red}')
    expect((await render(body)).html).toContain('@media (max-width:0px){p{color:red}')
  })

  const inversion = 'filter:invert(1) hue-rotate(180deg)!important'

  it('is inverted in dark where it has no dark rules, its pictures twice', async () => {
    const { html, ownDark } = await render('<p style="color:#000">Evening</p>', { dark: true })
    expect(ownDark).toBe(false)
    expect(html).toContain(`html{background-color:#fff!important;${inversion}}`)
    expect(html).toContain(`img{${inversion}}`)
  })

  it.each([
    ['a question', '<style>@media (prefers-color-scheme: dark){p{color:red}}</style><p>Evening</p>'],
    ['a scheme', '<style>:root{color-scheme:light dark}</style><p>Evening</p>'],
    ['its head', '<meta name="supported-color-schemes" content="light dark"><p>Evening</p>'],
  ])('is never inverted where it says by %s how it looks in dark', async (_by, body) => {
    const { html, ownDark } = await render(body, { dark: true })
    expect(ownDark).toBe(true)
    expect(html).not.toContain('invert(1)')
    expect(html).toContain('color-scheme:dark')
  })

  it('is inverted from what it is in light, and not at all in light', async () => {
    const body = '<style>@media (prefers-color-scheme: light){p{color:red}}</style><p>Evening</p>'
    expect((await render(body, { dark: true })).html).toContain('@media (min-width:0px){p{color:red}')
    expect((await render(body)).html).not.toContain('invert(1)')
  })

  it('has what it is inverted by after its own rules, under the same policy', async () => {
    const body = '<style>html{filter:none!important}</style><p>Evening</p>'
    const { html } = await render(body, { dark: true })
    expect(html.indexOf(inversion)).toBeGreaterThan(html.indexOf('filter:none'))
    expect(html.slice(0, html.indexOf('<style>'))).toContain(
      "default-src 'none'; style-src 'unsafe-inline'; img-src 'none'",
    )
  })
})

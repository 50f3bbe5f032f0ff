import { describe, expect, it } from 'vitest'
import { parseMail } from '../../../src-main/features/review/parsed-mail'
import { unsubscribeLink } from '../../../src-main/features/review/rules/unsubscribe'
import { mailWith } from '../../fixtures/mails'
import { outcomes } from './surroundings'

const link = '<a href="{{unsubscribeUrl}}">Unsubscribe</a>'
const classed = '<p class="out">' + link + '</p>'
const sheet = (css: string, body = classed, media = '') =>
  `<style${media && ` media="${media}"`}>${css}</style><p>Hello</p>${body}`
const isSaidHidden = (html: string) => outcomes(unsubscribeLink, html)[0] === 'error unsubscribeLink'

describe('a link to unsubscribe is found hidden', () => {
  it.each([
    ['by the class of what it stands in', sheet('.out{display:none}')],
    ['by visibility', sheet('.out { visibility : hidden }')],
    ['by the size of its text', sheet('.out{font-size:0px}')],
    ['by the short way to write a font', sheet('.out{font:bold 0/0 a}')],
    ['by its opacity', sheet('.out{opacity:0.0}')],
    ['by an id', sheet('#out{display:none}', `<p id="out">${link}</p>`)],
    ['by the names of tags', sheet('td a{display:none}', `<table><tr><td>${link}</td></tr></table>`)],
    ['by what stands right within', sheet('.foot>a{display:none}', `<p class="foot">${link}</p>`)],
    ['by an attribute', sheet('[class="out"]{display:none}')],
    ['by one selector of several', sheet('.head, .out{display:none}')],
    ['in a comment’s neighbourhood', sheet('/* .in{} */ .out/**/{display:none/* not block */}')],
    ['on every screen', sheet('@media screen{.out{display:none}}')],
    ['by a sheet for screens', sheet('.out{display:none}', classed, 'only screen')],
    [
      'by what counts for more',
      sheet('.out{display:none !important}', `<p class="out" style="display:block">${link}</p>`),
    ],
    ['by what comes last', sheet('.out{display:block}.out{display:none}')],
    [
      'by a size that follows from none',
      sheet('.out{font-size:0}', `<p class="out"><b style="font-size:1.2em">${link}</b></p>`),
    ],
    [
      'within, with all of its text',
      sheet(
        '.out{display:none}',
        `<p><a href="{{unsubscribeUrl}}"><span class="out">Unsubscribe</span></a></p>`,
      ),
    ],
    ['by a sheet at the end', `${classed}<style>.out{display:none}</style>`],
    ['by its own style', '<p>Hello</p><a style="font-size:0" href="{{unsubscribeUrl}}">Unsubscribe</a>'],
    ['by the attribute for it', `<p>Hello</p><div hidden>${link}</div>`],
  ])('%s', (_case, html) => {
    expect(isSaidHidden(html)).toBe(true)
  })
})

describe('a link to unsubscribe is found shown', () => {
  it.each([
    ['where the class is another', sheet('.outer{display:none}')],
    ['where the rule is for a narrow screen', sheet('@media (max-width:600px){.out{display:none}}')],
    ['where the rule is for print', sheet('.out{display:none}', classed, 'print')],
    [
      'where a narrow screen shows it',
      sheet('.out{display:none}@media (max-width:600px){.out{display:block!important}}'),
    ],
    ['where the rule is for the pointer', sheet('.out:hover{display:none}')],
    ['where it is shown again', sheet('.out{display:none}p.out{display:block}')],
    [
      'where its own style says so',
      sheet('.out{display:none}', `<p class="out" style="display:block">${link}</p>`),
    ],
    ['where it is visible again', sheet('.out{visibility:hidden}.out a{visibility:visible}')],
    [
      'where its text has a size again',
      `<div style="font-size:0px"><p>Hello</p><div style="font-size:13px">${link}</div></div>`,
    ],
    ['where the short way gives it a size', sheet('.out{font-size:0}.out a{font:12px sans-serif}')],
    ['where the size begins with a nought', `<p style="font-size:0.8em">${link}</p>`],
    [
      'where it is a picture in text of no size',
      '<p>Hello</p><p style="font-size:0"><a href="{{unsubscribeUrl}}"><img src="https://a.nl/u.png" alt="Unsubscribe"></a></p>',
    ],
    ['where it is a little see-through', sheet('.out{opacity:0.6}')],
    ['where the rule means who stands elsewhere', sheet('.foot .out{display:none}')],
    [
      'where what is hidden stands further within',
      sheet('.foot>a{display:none}', `<p class="foot"><b>${link}</b></p>`),
    ],
    ['where the rule is within another', sheet('@font-face{font-family:x;src:url(a.woff)}.in{color:red}')],
    ['where the rule is no CSS', sheet('.out{display none} .out{}')],
  ])('%s', (_case, html) => {
    expect(outcomes(unsubscribeLink, html)).toEqual(['passed unsubscribeLink'])
  })
})

it('takes a preheader that a class hides for no text of the mail', () => {
  const { shown } = parseMail(
    mailWith(sheet('.pre{display:none}', '<div class="pre">Early</div><p>Late</p>')),
  )
  expect(shown).toBe('Hello Late')
})

it('looks at a sheet of many rules over many elements no longer than it is worth', () => {
  const rules = '.a .a .a .a .a .a .a .b{display:none}'.repeat(2000)
  const deep = '<div class="a">'.repeat(300)
  const { shown } = parseMail(
    mailWith(`<style>${rules}</style>${deep}<p class="b">Hello</p>${'<p class="b c">x</p>'.repeat(500)}`),
  )
  expect(shown).toContain('x')
})

import { describe, expect, it } from 'vitest'
import {
  colourOf,
  contrast as between,
  turned,
  written,
} from '../../../src-main/features/review/contrast/colour'
import { contrast } from '../../../src-main/features/review/rules/contrast'
import { look, outcomes } from './surroundings'

const dark = (css: string, body: string) =>
  `<style>@media (prefers-color-scheme: dark){${css}}</style><body>${body}</body>`

describe('the contrast of text', () => {
  it.each([
    ['by attributes', '<body bgcolor="#ffffff" text="#999999"><p>Hello</p></body>'],
    ['by a style', '<p style="color:#aaa">Hello</p>'],
    [
      'by a class',
      '<style>.a{color:#fff}.b{background:silver}</style><div class="b"><p class="a">Hello</p></div>',
    ],
    ['of a button', '<a href="https://x.app" style="background:#ffd000;color:#ffffff">Open</a>'],
  ])('is too little %s', (_how, body) => {
    expect(outcomes(contrast, body)[0]).toBe('warning contrast:light')
  })

  it.each([
    ['in dark alone', dark('body{background:#1b1f24}p{color:#1d3a54}', '<p>Hello</p>')],
    ['where only the ground changes', dark('div{background:#ffffff!important}', '<div>Hello</div>')],
  ])('is told of %s', (_how, body) => {
    expect(outcomes(contrast, body)).toContain('warning contrast:dark')
  })

  it('says the text, its colours, how much they differ, and where', () => {
    const [check] = look(contrast, '<p>Fine</p>\n<p style="color:#bbbbbb">So pale</p>')
    expect(check).toMatchObject({ places: [{ line: 2, column: 26 }] })
    expect(check?.sentence).toBe('“So pale” is `#bbbbbb` on `#ffffff`, 1.9 : 1. Give it 4.5 : 1.')
  })

  it.each([
    ['dark on light', '<p style="color:#333">Hello</p>'],
    ['a large heading', '<h1 style="color:#888">Hello</h1>'],
    ['what is hidden', '<div style="display:none;color:#fff">Hello</div><p>x</p>'],
    [
      'a picture behind with a dark colour beneath',
      '<div style="background:#123 url(https://x.app/a.png) no-repeat;color:#fff">Hello</div>',
    ],
    [
      '3 : 1 over a picture',
      '<div style="background-color:#fff;background-image:url(a.png);color:#888">Hello</div>',
    ],
    [
      'a panel of its own over a picture',
      '<div style="background:url(a.png)"><p style="background:#fff;color:#222">Hello</p></div>',
    ],
    ['a variable for a colour', '<p style="color:var(--ink);background:#fff">Hello</p>'],
    ['a stronger rule', '<style>p{color:#eee}p.a{color:#111}</style><p class="a">Hello</p>'],
    ['a width', '<style>@media (max-width:400px){p{color:#fff}}</style><p>Hello</p>'],
    ['a link of the program', '<div style="background:#123"><a href="https://x.app">Go</a></div>'],
  ])('is not doubted of %s', (_how, body) => {
    expect(outcomes(contrast, body)).toEqual(['passed contrast'])
  })

  it.each([
    ['style', '<div style="background:url(https://x.app/a.png);color:#fff">Hello</div>'],
    ['sheet', '<style>.a{background-image:url("a.png")}</style><div class="a">Hello</div>'],
    ['attribute', '<table><tr><td background="a.png"><b>Hello</b></td></tr></table>'],
  ])('is a note over a picture without a colour beneath, by a %s', (_how, body) => {
    expect(outcomes(contrast, body)).toEqual(['note contrast:picture'])
  })

  it('below 3 : 1 on the colour beneath a picture is a warning', () => {
    const body = '<div style="background:#fff url(https://x.app/a.png);color:#aaa">Hello</div>'
    expect(outcomes(contrast, body)[0]).toBe('warning contrast:light')
  })

  it('is a note where a program turns colours round', () => {
    expect(outcomes(contrast, '<p style="background:#000;color:#808080">Hello</p>')).toEqual([
      'note contrast:turned',
    ])
  })
})

describe('colours', () => {
  it.each([
    ['#1d3a54', '#1d3a54'],
    ['#abc', '#aabbcc'],
    ['rgb(1, 2, 3)', '#010203'],
    ['white', '#ffffff'],
  ])('are read: %s', (text, wanted) => expect(written(colourOf(text) ?? [9, 9, 9])).toBe(wanted))

  it('differ as WCAG says, and keep their hue when they are turned round', () => {
    expect(between([0, 0, 0], [255, 255, 255])).toBe(21)
    expect(written(turned([255, 255, 255]))).toBe('#000000')
    expect(turned([29, 58, 84])[2]).toBeGreaterThan(turned([29, 58, 84])[0])
  })
})

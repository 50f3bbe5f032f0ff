import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { tokens, type ThemeName } from '../../../../src-renderer/theme/tokens'

const css = readFileSync('src-renderer/theme/tokens.css', 'utf8')
const contrastCss = readFileSync('src-renderer/theme/contrast.css', 'utf8')

function block(selector: string, style = css): Map<string, string> {
  const body = style.split(`${selector} {`)[1]?.split('}')[0] ?? ''
  const pairs = [...body.matchAll(/--([\w-]+):\s*([^;]+);/g)]
  return new Map(pairs.map(([, name = '', value = '']) => [name, value.replace(/\s+/g, ' ')]))
}

function variable(token: string): string {
  return token.replace(/[A-Z]|(?<=series)\d/g, (letter) => `-${letter.toLowerCase()}`)
}

const themes: [ThemeName, string][] = [
  ['light', ':root'],
  ['dark', ":root[data-theme='dark']"],
]

describe.each(themes)('the %s theme', (name, selector) => {
  const variables = block(selector)

  it('has the same colours for style sheets and for Naive UI', () => {
    for (const [token, value] of Object.entries(tokens[name])) {
      expect([token, variables.get(variable(token))]).toEqual([token, value])
    }
  })
})

describe('the frame that the window begins with', () => {
  it('has the colours of the dark theme where the system is dark', () => {
    const frame = readFileSync('src-renderer/theme/frame.css', 'utf8').split('not([data-theme])')[1] ?? ''
    const dark = block(":root[data-theme='dark']")
    const pairs = [...frame.matchAll(/--([\w-]+):\s*([^;]+);/g)].map(([, name = '', value = '']) => [
      name,
      value,
    ])
    expect(pairs.length).toBeGreaterThan(5)
    for (const [name = '', value] of pairs) expect([name, value]).toEqual([name, dark.get(name)])
  })
})

function channel(hex: string, at: number): number {
  const value = parseInt(hex.slice(at, at + 2), 16) / 255
  return value <= 0.03928 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
}

function luminance(hex: string): number {
  return 0.2126 * channel(hex, 1) + 0.7152 * channel(hex, 3) + 0.0722 * channel(hex, 5)
}

function contrast(a: string, b: string): number {
  const [high = 0, low = 0] = [luminance(a), luminance(b)].sort((x, y) => y - x)
  return (high + 0.05) / (low + 0.05)
}

describe.each<ThemeName>(['light', 'dark'])('contrast in the %s theme', (name) => {
  const t = tokens[name]

  it.each(['t1', 't2', 't3', 'wax', 'danger', 'warning'] as const)('%s is read on card', (token) => {
    expect(contrast(t[token], t.card)).toBeGreaterThanOrEqual(4.5)
  })

  it.each(['success', 'warning', 'danger', 'info'] as const)(
    'a %s tag is read on its soft colour',
    (token) => {
      expect(contrast(t[token], t[`${token}Soft`])).toBeGreaterThanOrEqual(4.5)
    },
  )

  it('the primary button is read', () => {
    expect(contrast(t.onInk, t.ink)).toBeGreaterThanOrEqual(4.5)
  })
})

describe.each(themes)('more contrast in the %s theme', (_, selector) => {
  const usual = block(selector)
  const more = block(selector, contrastCss)
  const colour = (token: string) => more.get(token) ?? usual.get(token) ?? ''

  it.each(['success', 'warning', 'danger', 'info'])('%s is read on whatever it stands', (tone) => {
    for (const ground of ['sunk', 'card', 'hover', 'active', `${tone}-soft`])
      expect([ground, contrast(colour(tone), colour(ground)) >= 7]).toEqual([ground, true])
  })
})

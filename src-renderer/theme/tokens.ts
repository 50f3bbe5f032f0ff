import sheet from './tokens.css?raw'

/** A theme as it is shown: the setting "system" is resolved before this. */
export type ThemeName = 'light' | 'dark'

type Ground = 'sunk' | 'card' | 'raised' | 'hover' | 'active'
type Line = 'line' | 'line2' | 'ctl'
type Text = 't1' | 't2' | 't3' | 'dis'
type Accent = 'wax' | 'waxs' | 'ink' | 'inkHover' | 'onInk'
type Tone = 'success' | 'warning' | 'danger' | 'info'
type Shadow = 'shadowMenu' | 'shadowDialog'

/** One theme's colours, by the names that they have in tokens.css: `--on-ink` is `onInk`. */
export type Tokens = Record<Ground | Line | Text | Accent | Tone | `${Tone}Soft` | Shadow, string>

/** What the block of a selector sets. */
function variablesOf(selector: string): Tokens {
  const [block = ''] = sheet.slice(sheet.indexOf(`${selector} {`)).split('}')
  const pairs = Array.from(block.matchAll(/--([\w-]+):\s*([^;]+);/g), ([, name = '', value = '']) => [
    name.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase()),
    value,
  ])
  return Object.fromEntries(pairs) as Tokens
}

/** The two themes' colours, read from tokens.css: for what cannot read a CSS variable (Naive UI). */
export const tokens: Record<ThemeName, Tokens> = {
  light: variablesOf(':root'),
  dark: variablesOf(":root[data-theme='dark']"),
}

/** One theme's colours. The same values stand in tokens.css; a test holds them together. */
export interface Tokens {
  sunk: string
  card: string
  raised: string
  hover: string
  active: string
  line: string
  line2: string
  ctl: string
  t1: string
  t2: string
  t3: string
  dis: string
  wax: string
  waxs: string
  ink: string
  inkHover: string
  onInk: string
  success: string
  successSoft: string
  warning: string
  warningSoft: string
  danger: string
  dangerSoft: string
  info: string
  infoSoft: string
  /** Fills of the verdicts' marks and bars; words beside them stay in t1. */
  accepts: string
  risky: string
  undeliverable: string
  unknown: string
  unchecked: string
  scrim: string
  shadowMenu: string
  shadowDialog: string
  series: readonly [string, string, string, string, string, string]
}

const light: Tokens = {
  sunk: '#f5f3ef',
  card: '#ffffff',
  raised: '#ffffff',
  hover: '#f8f6f2',
  active: '#efece5',
  line: '#e6e2da',
  line2: '#cfc9bd',
  ctl: '#958d80',
  t1: '#221f1a',
  t2: '#5c564c',
  t3: '#756e62',
  dis: '#a8a196',
  wax: '#b5451b',
  waxs: '#fbf0e9',
  ink: '#2a2621',
  inkHover: '#3f3c37',
  onInk: '#ffffff',
  success: '#0e6e72',
  successSoft: '#e4f2f2',
  warning: '#805800',
  warningSoft: '#faf1d9',
  danger: '#a01840',
  dangerSoft: '#fbeaee',
  info: '#2a62a8',
  infoSoft: '#e9f0f9',
  accepts: '#127c80',
  risky: '#c28a10',
  undeliverable: '#a01840',
  unknown: '#9a9285',
  unchecked: '#ddd8ce',
  scrim: 'rgb(34 31 26 / 0.36)',
  shadowMenu: '0 4px 16px rgb(34 31 26 / 0.1), 0 0 0 1px rgb(34 31 26 / 0.06)',
  shadowDialog: '0 16px 48px rgb(34 31 26 / 0.2), 0 0 0 1px rgb(34 31 26 / 0.08)',
  series: ['#4063bf', '#8c4e6a', '#a78415', '#07a492', '#5c2d0f', '#482881'],
}

const dark: Tokens = {
  sunk: '#161513',
  card: '#1c1b18',
  raised: '#25231f',
  hover: '#22201d',
  active: '#2c2a25',
  line: '#2e2b26',
  line2: '#48443c',
  ctl: '#7c766b',
  t1: '#ede9e1',
  t2: '#b0a99c',
  t3: '#958e81',
  dis: '#6a645a',
  wax: '#ec8c5f',
  waxs: '#2b201a',
  ink: '#ede9e1',
  inkHover: '#d8d4cd',
  onInk: '#1c1b18',
  success: '#55cfc0',
  successSoft: '#14302d',
  warning: '#d9a83a',
  warningSoft: '#332913',
  danger: '#f07a93',
  dangerSoft: '#3a1d25',
  info: '#79abe8',
  infoSoft: '#1b2b40',
  accepts: '#55cfc0',
  risky: '#d9a83a',
  undeliverable: '#b83a58',
  unknown: '#989184',
  unchecked: '#37342e',
  scrim: 'rgb(0 0 0 / 0.55)',
  shadowMenu: '0 4px 16px rgb(0 0 0 / 0.4), 0 0 0 1px rgb(255 255 255 / 0.07)',
  shadowDialog: '0 16px 48px rgb(0 0 0 / 0.55), 0 0 0 1px rgb(255 255 255 / 0.09)',
  series: ['#68aefc', '#cd84a1', '#d9c262', '#4fddd0', '#ac6223', '#8162ae'],
}

/** The two themes' colours: for what cannot read a CSS variable (Naive UI, charts). */
export const tokens = { light, dark } as const

/** A theme as it is shown: the setting "system" is resolved before this. */
export type ThemeName = keyof typeof tokens

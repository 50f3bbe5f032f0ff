import type { GlobalThemeOverrides } from 'naive-ui'
import { tokens, type ThemeName, type Tokens } from './tokens'

const font = "'Inter Variable', system-ui, sans-serif"
const mono = "'JetBrains Mono Variable', ui-monospace, monospace"

const solid = (colour: string) => `1px solid ${colour}`
const halo = (colour: string) => `0 0 0 2px ${colour}`

/** One value for several names: `{0}` in `name` stands for each of `parts`. */
function alike(name: string, parts: readonly string[], value: string): Record<string, string> {
  return Object.fromEntries(parts.map((part) => [name.replace('{0}', part), value]))
}

/** The states of a control, and what Naive UI derives from a colour. */
const states = ['', 'Hover', 'Pressed', 'Focus'] as const
const shades = ['', 'Hover', 'Pressed', 'Suppl'] as const

const common = (t: Tokens): GlobalThemeOverrides['common'] => ({
  ...alike('primaryColor{0}', shades, t.wax),
  ...alike('successColor{0}', shades, t.success),
  ...alike('warningColor{0}', shades, t.warning),
  ...alike('errorColor{0}', shades, t.danger),
  ...alike('infoColor{0}', shades, t.info),
  bodyColor: t.sunk,
  cardColor: t.card,
  tableColor: t.card,
  tableColorHover: t.hover,
  modalColor: t.raised,
  popoverColor: t.raised,
  inputColor: t.card,
  inputColorDisabled: t.sunk,
  borderColor: t.line2,
  dividerColor: t.line,
  hoverColor: t.hover,
  ...alike('textColor{0}', ['Base', '1', '2'], t.t1),
  textColor3: t.t3,
  placeholderColor: t.t3,
  textColorDisabled: t.dis,
  borderRadius: '5px',
  borderRadiusSmall: '3px',
  ...alike('fontSize{0}', ['', 'Small', 'Medium', 'Large'], '13px'),
  ...alike('fontSize{0}', ['Tiny', 'Mini'], '12px'),
  heightTiny: '24px',
  heightSmall: '28px',
  heightMedium: '28px',
  heightLarge: '32px',
  fontFamily: font,
  fontFamilyMono: mono,
  fontWeightStrong: '600',
  lineHeight: '1.5385',
  boxShadow1: t.shadowMenu,
  boxShadow2: t.shadowMenu,
  boxShadow3: t.shadowDialog,
  cubicBezierEaseInOut: 'ease-out',
})

const button = (t: Tokens): GlobalThemeOverrides['Button'] => ({
  fontWeight: '500',
  rippleColor: 'transparent',
  rippleColorPrimary: 'transparent',
  ...alike('border{0}', ['', 'Focus'], solid(t.line2)),
  ...alike('border{0}', ['Hover', 'Pressed'], solid(t.ctl)),
  borderDisabled: solid(t.line),
  ...alike('color{0}', ['', 'Focus', 'Disabled'], t.card),
  colorHover: t.hover,
  colorPressed: t.active,
  ...alike('textColor{0}', states, t.t1),
  textColorDisabled: t.dis,
  opacityDisabled: '1',
  ...alike('color{0}Primary', ['', 'Focus'], t.ink),
  ...alike('color{0}Primary', ['Hover', 'Pressed'], t.inkHover),
  colorDisabledPrimary: t.active,
  ...alike('textColor{0}Primary', states, t.onInk),
  textColorDisabledPrimary: t.dis,
  ...alike('border{0}Primary', ['', 'Focus'], solid(t.ink)),
  ...alike('border{0}Primary', ['Hover', 'Pressed'], solid(t.inkHover)),
  borderDisabledPrimary: solid(t.line),
  textColorTextHover: t.t1,
  paddingTiny: '0 8px',
  paddingSmall: '0 10px',
  paddingMedium: '0 10px',
  paddingLarge: '0 12px',
  ...alike('iconSize{0}', ['Tiny', 'Small', 'Medium'], '14px'),
  iconSizeLarge: '16px',
})

const input = (t: Tokens): GlobalThemeOverrides['Input'] => ({
  ...alike('border{0}', ['', 'Hover'], solid(t.ctl)),
  borderFocus: solid(t.wax),
  borderDisabled: solid(t.line2),
  boxShadowFocus: halo(t.waxs),
  ...alike('border{0}Error', ['', 'Hover', 'Focus'], solid(t.danger)),
  boxShadowFocusError: halo(t.dangerSoft),
  caretColor: t.wax,
  color: t.card,
  colorFocus: t.card,
  colorDisabled: t.sunk,
  paddingMedium: '0 8px',
  paddingLarge: '0 8px',
})

const select = (t: Tokens): GlobalThemeOverrides['Select'] => ({
  peers: {
    InternalSelection: {
      ...alike('border{0}', ['', 'Hover'], solid(t.ctl)),
      ...alike('border{0}', ['Active', 'Focus'], solid(t.wax)),
      ...alike('boxShadow{0}', ['Active', 'Focus'], halo(t.waxs)),
      color: t.card,
      colorActive: t.card,
      paddingSingle: '0 26px 0 8px',
      arrowColor: t.t2,
    },
    InternalSelectMenu: {
      color: t.raised,
      optionTextColorActive: t.t1,
      optionCheckColor: t.wax,
      optionColorPending: t.active,
      optionColorActive: t.raised,
      optionColorActivePending: t.active,
    },
  },
})

/** Naive UI's overrides for a theme, from the same tokens as the CSS variables. */
export function naiveOverrides(name: ThemeName): GlobalThemeOverrides {
  const t = tokens[name]
  return {
    common: common(t),
    Button: button(t),
    Input: input(t),
    Select: select(t),
    Checkbox: {
      border: solid(t.ctl),
      borderChecked: solid(t.wax),
      borderFocus: solid(t.wax),
      boxShadowFocus: halo(t.waxs),
      colorChecked: t.wax,
      borderRadius: '3px',
      checkMarkColor: t.card,
      sizeMedium: '14px',
      labelPadding: '0 0 0 8px',
      labelLineHeight: '20px',
    },
    Radio: { dotColorActive: t.wax, boxShadow: `inset 0 0 0 1px ${t.ctl}` },
    Dropdown: { optionColorHover: t.active, color: t.raised, padding: '4px 0', optionHeightMedium: '28px' },
    Popover: { borderRadius: '5px', padding: '8px 12px' },
  }
}

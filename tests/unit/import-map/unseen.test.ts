import { expect, it } from 'vitest'
import { shownText } from '../../../src-shared/unseen'

it.each([
  ['ann\u202emoc.x', 'ann⟨U+202E⟩moc.x'],
  ['a\u0000b\u0001c\u007f', 'a⟨U+0000⟩b⟨U+0001⟩c⟨U+007F⟩'],
  ['co\u00adop', 'co⟨U+00AD⟩op'],
  ['\ufeffx\u200by', '⟨U+FEFF⟩x⟨U+200B⟩y'],
])('what hides in a text is shown by its number: %j (C47)', (text, shown) => {
  expect(shownText(text)).toBe(shown)
})

it.each(['two\nlines\tand a tab', 'می\u200cخواهم', '👩\u200d🚀', 'שלום\u200f!', 'Zoë Ångström'])(
  'what scripts are written with stays: %j',
  (text) => {
    expect(shownText(text)).toBe(text)
  },
)

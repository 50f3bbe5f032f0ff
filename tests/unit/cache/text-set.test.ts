import { expect, it } from 'vitest'
import { TextSet } from '../../../src-main/core/database/text-set'
import { seeded } from '../../fixtures/seeded'

it('holds the texts that were added, however often, and no others', () => {
  const draw = seeded(17)
  const set = new TextSet()
  const plain = new Set<string>()
  const texts = Array.from({ length: 40_000 }, () => `cnt_${Math.floor(draw() * 60_000).toString(36)}`)
  for (const text of [...texts.slice(0, 20_000), '', 'Ä', '\u{1F4E7}']) {
    set.add(text)
    plain.add(text)
  }
  const asked = [...texts, '', 'Ä', 'ä', '\u{1F4E7}', '\u{1F4E8}']
  expect(asked.filter((text) => set.has(text))).toEqual(asked.filter((text) => plain.has(text)))
})

import { describe, expect, it } from 'vitest'
import { guarded, isRejectColumn, isRejectsHeader, needsGuard, unguarded } from '../../../src-shared/rejects'

const dangerous = ['=1+1', '+49 30', '-5', '@ada', '\tx', '\rx', '\nx', '＝1', '  =1', "'=1", "''-1"]
const harmless = ['', 'ada', "'ada", "''", '5', 'a=b', "'", "O'Hara"]

describe('a guard', () => {
  it.each(dangerous)('is put before %j, and taken off again', (text) => {
    expect(guarded(text)).toBe(`'${text}`)
    expect(unguarded(guarded(text))).toBe(text)
  })

  it.each(harmless)('leaves %j alone both ways', (text) => {
    expect(needsGuard(text)).toBe(false)
    expect(guarded(text)).toBe(text)
    expect(unguarded(text)).toBe(text)
  })

  it('gives every text of these letters back as it was', () => {
    const letters = ["'", '=', '-', ' ', 'a', '\t']
    let texts = ['']
    for (let length = 0; length < 5; length += 1) {
      texts = texts.flatMap((text) => ['', ...letters].map((letter) => text + letter))
    }
    expect(texts.filter((text) => unguarded(guarded(text)) !== text)).toEqual([])
  })
})

describe('a rejects file', () => {
  it('is known by its three columns, whatever their case and place', () => {
    expect(isRejectsHeader(['Postroom.code', 'email', 'postroom.line', ' postroom.reason '])).toBe(true)
    expect(isRejectsHeader(['email', 'postroom.line', 'postroom.code'])).toBe(false)
    expect(isRejectColumn('POSTROOM.LINE')).toBe(true)
    expect(isRejectColumn('line')).toBe(false)
  })
})

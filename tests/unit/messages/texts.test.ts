import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { parse, TYPE, type MessageFormatElement } from '@formatjs/icu-messageformat-parser'
import { describe, expect, it } from 'vitest'
import { saidBy } from '../../../scripts/page-texts.mjs'
import * as english from '../../../src-shared/messages/english'
import * as german from '../../../src-shared/messages/german'
import { closestLanguage, spokenIn, textsIn } from '../../../src-shared/messages/languages'
import { spokenFrom, speak, t, textsOf } from '../../../src-shared/messages/message'
import { pseudoText } from '../../../src-shared/messages/pseudo'

/** Everything that a text is made of, what stands within its plurals and choices too. */
function elementsOf(text: string): MessageFormatElement[] {
  const all: MessageFormatElement[] = []
  const look = (elements: readonly MessageFormatElement[]) => {
    for (const element of elements) {
      all.push(element)
      if ('options' in element) for (const { value } of Object.values(element.options)) look(value)
    }
  }
  look(parse(text, { ignoreTag: true }))
  return all
}

/** The places of a text, each once, in alphabetical order. */
function placesOf(text: string): string[] {
  const places = elementsOf(text).flatMap((element) =>
    'value' in element && element.type !== TYPE.literal ? [element.value] : [],
  )
  return [...new Set(places)].sort()
}

const inGerman = textsOf(german)
const all = Object.entries(english).flatMap(([name, texts]) =>
  Object.entries(texts).map(([key, text]): [string, string] => [`${name}.${key}`, text]),
)

describe('the texts of the console', () => {
  it('are complete in German, and fill the same places', () => {
    const odd = all.filter(([key, text]) => {
      const other = inGerman(key)
      return !other || placesOf(other).join() !== placesOf(text).join()
    })
    expect(odd).toEqual([])
  })

  it('are none in German that English does not have', () => {
    expect(Object.values(german).flatMap((texts) => Object.keys(texts)).length).toBe(all.length)
  })

  it('are said somewhere, each of them', () => {
    const sources = execFileSync('git', ['ls-files', 'src-*'], { encoding: 'utf8' })
      .split('\n')
      .filter((file) => /\.(ts|vue)$/.test(file) && existsSync(file))
      .map((file) => readFileSync(file, 'utf8'))
    const isSaid = saidBy(sources)
    expect(all.filter(([key]) => !isSaid(key)).map(([key]) => key)).toEqual([])
  })

  it('begin and end with no space: no sentence is put together of pieces', () => {
    expect(all.filter(([, text]) => text !== text.trim())).toEqual([])
  })
})

it('no text has numbers of other forms than whole and per cent, or dates: format.ts writes those', () => {
  const isStyled = (element: MessageFormatElement) =>
    element.type === TYPE.date ||
    element.type === TYPE.time ||
    (element.type === TYPE.number && Boolean(element.style) && element.style !== 'percent')
  const said = all.flatMap(([key, text]) => [text, inGerman(key) ?? ''])
  expect(said.filter((text) => elementsOf(text).some(isStyled))).toEqual([])
})

describe('a text', () => {
  const say = spokenFrom('de', () => '{count, plural, one {# Kontakt} other {# Kontakte}}').say

  it('chooses its plural, and writes its numbers as the language does', () => {
    expect([say('format.minutes', { count: 1 }), say('format.minutes', { count: 52418 })]).toEqual([
      '1 Kontakt',
      '52.418 Kontakte',
    ])
  })

  it('without places is a piece of its own', () => {
    expect(spokenFrom('en', () => 'Send').parts('format.minutes', [])).toEqual(['Send'])
  })

  it('that there is not is refused by its name', () => {
    expect(() => spokenFrom('en', () => undefined).say('format.minutes')).toThrow('format.minutes')
  })

  it('is refused without a value for a place of it', () => {
    expect(() => say('format.minutes')).toThrow('count')
  })

  it.each([
    ['Don’t {what}', 'Don’t go'],
    ["It''s plain", "It's plain"],
    ["'{'as it stands'}'", '{as it stands}'],
    ['<b> is a letter', '<b> is a letter'],
    ['{many, number} and {share, number, percent}', '52,418 and 42%'],
    ['{n, selectordinal, one {#st} two {#nd} other {#th}}', '2nd'],
    ['', ''],
  ])('of %j is %j', (text, said) => {
    expect(
      spokenFrom('en', () => text).say('format.minutes', { what: 'go', n: 2, many: 52418, share: 0.42 }),
    ).toBe(said)
  })

  it('has elements at its places, and what is between as strings', () => {
    const { parts } = spokenFrom('en', () => '{from} to {to}, {count}')
    expect(parts('format.minutes', ['to'], { from: 'A', count: 3 })).toEqual([
      'A to ',
      { place: 'to' },
      ', 3',
    ])
  })

  it('is said in the language that is spoken', async () => {
    const before = t('format.about', { time: '4 min' })
    speak(await spokenIn('de'))
    const after = t('format.about', { time: '4 Min.' })
    speak(await spokenIn('en'))
    expect([before, after]).toEqual(['About 4 min', 'Etwa 4 Min.'])
  })
})

it.each([
  ['de', 'de'],
  ['de-AT', 'de'],
  ['de_CH.UTF-8', 'de'],
  ['en-US', 'en'],
  ['en-XA', 'en-XA'],
  ['fr', 'en'],
  ['C', 'en'],
  ['', 'en'],
])('of %j the closest language is %s', (wish, language) => {
  expect(closestLanguage(wish)).toBe(language)
})

it('the pseudo language says every text of English, and none that there is not', async () => {
  const texts = await textsIn('en-XA')
  expect(texts('words.cancel')).toMatch(/^⟦Çàñçél[ ~]+⟧$/)
  expect(texts('words.noSuchText')).toBeUndefined()
})

it('a text of the pseudo language is longer, in brackets, and keeps its places', () => {
  const text = pseudoText('Send to {count, number} people, {name}')
  expect(text).toMatch(/^⟦Séñd tó \{count, number\} péóplé, \{name\}[ ~]+⟧$/)
  expect(text.length).toBeGreaterThan(1.25 * 'Send to {count, number} people, {name}'.length)
  expect(placesOf(text)).toEqual(['count', 'name'])
})

import { expect, it } from 'vitest'
import { ContactIndex } from '../../../src-main/core/index/contact-index'
import { markedPieces } from '../../../src-renderer/lists/matched/marks'
import { whyFound } from '../../../src-renderer/lists/matched/why-found'
import { fold, searchWords, wellFormed } from '../../../src-shared/fold'
import { leavesOf } from '../../../src-shared/leaves'
import type { IndexedContact } from '../../../src-main/core/index/indexed'
import { seeded } from '../../fixtures/seeded'
import { Randomness } from './random-contacts'

/** All that a search looks at in a contact. */
const textsOf = ({ email, data }: IndexedContact) =>
  Object.entries({ ...data, [' email']: email }).flatMap(([key, value]) => leavesOf(key, value))

/** What is marked in a text, folded. */
const marksOf = (text: string, word: string) =>
  markedPieces(text, [word]).flatMap((piece) => (piece.isHit ? [fold(wellFormed(piece.text))] : []))

it('marks in every row that the index finds each of the words, and in no other row all of them', () => {
  const random = new Randomness(seeded(16))
  const index = ContactIndex.empty()
  const contacts = Array.from({ length: 200 }, () => random.contact())
  contacts.forEach((contact, at) => index.set(at + 1, contact))
  for (let time = 0; time < 60; time++) {
    const { search, sort } = random.query()
    const words = searchWords(search)
    const found = new Set(index.select({ search, sort, filters: [] }, 0))
    contacts.forEach((contact, at) => {
      const texts = textsOf(contact).map(({ text }) => text)
      const marked = words.every((word) => texts.some((text) => marksOf(text, word).length > 0))
      expect(marked, `${search} in ${JSON.stringify(contact)}`).toBe(found.has(at + 1))
    })
  }
})

it('marks letters that have the word, and leaves the text as it is', () => {
  const random = new Randomness(seeded(17))
  for (let time = 0; time < 300; time++) {
    const words = searchWords(random.query().search)
    for (const { text } of textsOf(random.contact())) {
      const pieces = markedPieces(text, words)
      expect(pieces.map((piece) => piece.text).join('')).toBe(text)
      for (const word of words) {
        for (const mark of marksOf(text, word)) expect(mark).toContain(word)
      }
    }
  }
})

it('tells why a row was found wherever it was', () => {
  const random = new Randomness(seeded(18))
  for (let time = 0; time < 300; time++) {
    const contact = random.contact()
    const words = searchWords(random.query().search)
    const fields = Object.entries(contact.data).map(([name, value]) => {
      return { name, mono: true, value, isShown: random.next() < 0.3 }
    })
    const isHeld = words.some((word) =>
      fields.some(({ value }) => leavesOf('', value).some(({ text }) => marksOf(text, word).length > 0)),
    )
    if (!isHeld) expect(whyFound(fields, words)).toBeNull()
    const why = whyFound(fields, words)
    if (why) expect(why.pieces.some(({ isHit }) => isHit)).toBe(true)
  }
})

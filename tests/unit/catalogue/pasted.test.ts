import { describe, expect, it } from 'vitest'
import { readLines, readPasted } from '../../../src-main/features/segments/pasted'
import { tidyAddress } from '../../../src-main/features/imports/map/tidy-address'

const tidy = (word: string) => {
  const told = tidyAddress(word)
  return 'email' in told ? told.email : null
}
const read = (text: string) => readPasted(text, tidy)

it('finds addresses in lines and between commas, semicolons, tabs and spaces', async () => {
  const { addresses, invalidCount } = await read(
    'a@b.example\r\nc@d.example, e@f.example;g@h.example\ti@j.example k@l.example\n\n;, ',
  )
  expect(addresses).toEqual([
    'a@b.example',
    'c@d.example',
    'e@f.example',
    'g@h.example',
    'i@j.example',
    'k@l.example',
  ])
  expect(invalidCount).toBe(0)
})

it('passes over the names before addresses in angle brackets', async () => {
  const { addresses, invalid } = await read(
    '"Doe, Jane" <jane@doe.example>; Liam Okafor<liam@okafor.example>, <ana@lima.example> "x" <x@y.example>',
  )
  expect(addresses).toEqual(['jane@doe.example', 'liam@okafor.example', 'ana@lima.example', 'x@y.example'])
  expect(invalid).toEqual([])
})

it('takes an address once, whatever its case', async () => {
  const { addresses } = await read('Jane@Doe.example\njane@doe.example\nJANE@DOE.EXAMPLE')
  expect(addresses).toEqual(['Jane@doe.example'])
})

it('tells the words that are no address, the first hundred, and how many there are', async () => {
  const words = Array.from({ length: 130 }, (_, at) => `word${at}`)
  const { addresses, invalid, invalidCount } = await read(`email\n${words.join('\n')}\na@b.example`)
  expect(addresses).toEqual(['a@b.example'])
  expect(invalid).toHaveLength(100)
  expect(invalid[0]).toBe('email')
  expect(invalidCount).toBe(131)
})

it('reads a list of a hundred thousand without loss', async () => {
  const many = Array.from({ length: 100_000 }, (_, at) => `person${at}@room.example`)
  expect((await read(many.join('\n'))).addresses).toEqual(many)
})

describe('a list with an address a line', () => {
  const people: Record<string, boolean> = { 'a@x.example': true, 'b@x.example': false }
  const read = (text: string) =>
    readLines(text, tidy, (emails) => Promise.resolve(emails.map((email) => people[email] ?? null)))

  it('says of each line what it is, and of a second one as which line it is', async () => {
    const { lines } = await read('a@x.example\n\nNúria <c@x.example>\nbjörn\nA@X.example')
    expect(lines).toEqual([
      { state: 'contact' },
      { state: 'blank' },
      { state: 'new' },
      { state: 'invalid' },
      { state: 'again', as: 0 },
    ])
  })

  it('counts those who are unsubscribed once, and takes no line for two people', async () => {
    const { lines, unsubscribed } = await read('b@x.example\r\nB@x.example\r\na@x.example, b@x.example')
    expect(unsubscribed).toBe(1)
    expect(lines.map(({ state }) => state)).toEqual(['contact', 'again', 'invalid'])
  })
})

import { expect, test } from 'vitest'
import { choicesOf, file, openWorker, profile, shown } from './support'

test('a character that nobody sees makes its row a reject that shows it, and no other address is written (C47)', async () => {
  const { folder } = profile()
  const rows = await openWorker(folder)
  const addresses = [
    'ann\u202e@x.example',
    'bo@exa\u00admple.com',
    'cy\u0001@x.example',
    'di\u001f@x.example',
    'ed\u001e@x.example',
    '\u200bflo@x.example',
    '\u00a0gus@x.example ',
  ]
  const path = file(folder, `\ufeffemail,name\n${addresses.map((each) => `${each},x`).join('\n')}\n`)
  const reading = { encoding: 'utf-8', delimiter: ',', quote: '"', header: true } as const
  const read = await rows.read({ source: { kind: 'file', path }, reading })
  await rows.map(choicesOf(read))
  const counts = await rows.check({})
  expect(counts.rows).toMatchObject({ invalid: 6, new: 1 })
  const rejected = await rows.rejects({ after: 0, limit: 10 })
  expect(rejected.map(({ code, reason }) => [code, reason])).toEqual(
    [
      'U+202E (right-to-left override)',
      'U+00AD (soft hyphen)',
      'U+0001 (a control character)',
      'U+001F (a control character)',
      'U+001E (a control character)',
      'U+200B (zero width space)',
    ].map((name) => ['address_invalid', `It has ${name} in it.`]),
  )
  // What can be corrected elsewhere is what stood there.
  expect(rejected.map(({ cells }) => cells[0])).toEqual(addresses.slice(0, 6))
  expect((await rows.next(0))?.body.email).toBe('gus@x.example')
})

test('NULs are left out of all but addresses, which they would make others', async () => {
  const { folder } = profile()
  const rows = await openWorker(folder)
  const path = file(folder, 'email,city\nann@x\0.example,Os\0lo\nbo@x.example\0\0,\0Rome\n\0\0\n')
  const reading = { encoding: 'utf-8', delimiter: ',', quote: '"', header: true } as const
  await rows.map(choicesOf(await rows.read({ source: { kind: 'file', path }, reading })))
  expect((await rows.check({})).rows).toMatchObject({ all: 2, new: 1, invalid: 1 })
  expect(await rows.rejects({ after: 0, limit: 10 })).toMatchObject([
    { cells: ['ann@x\0.example', 'Oslo'], reason: 'It has U+0000 (null) in it.' },
  ])
  expect((await rows.next(0))?.body).toEqual({ email: 'bo@x.example', data: { city: 'Rome' } })
})

test('no correction of all typos touches them', async () => {
  const { folder } = profile()
  const rows = await openWorker(folder)
  const reading = { encoding: 'utf-8', delimiter: ',', quote: '"', header: true } as const
  const text = 'email\nann@gma\u00adil.com\nbo@gmial\ufeff.com\ncy@gmial.com\n'
  await rows.map(choicesOf(await rows.read({ source: { kind: 'text', text }, reading })))
  const { typos } = await rows.check({})
  expect(typos).toEqual([{ from: 'gmial.com', to: 'gmail.com', count: 1 }])
  expect((await rows.correctTypos({ from: null })).changed).toBe(1)
  expect((await rows.counts()).rows.invalid).toBe(2)
})

test('a domain that mixes scripts is written, and warned of, in either spelling (C35)', async () => {
  const { folder } = profile()
  const rows = await openWorker(folder)
  const reading = { encoding: 'utf-8', delimiter: ',', quote: '"', header: true } as const
  const text = 'email\nann@pаypal.com\nbo@xn--pypal-4ve.com\ncy@münchen.de\n'
  await rows.map(choicesOf(await rows.read({ source: { kind: 'text', text }, reading })))
  expect((await rows.check({})).rows).toMatchObject({ new: 3, invalid: 0, doubtfulLetters: 2 })
  const found = await shown(rows, 'doubtfulLetters')
  expect(found.map(({ row, cells }) => [row, cells[0]?.remark])).toEqual([
    [1, 'mixes Latin and Cyrillic letters in pаypal'],
    [2, 'mixes Latin and Cyrillic letters in pаypal'],
  ])
})

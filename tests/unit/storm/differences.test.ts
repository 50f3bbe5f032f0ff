import { describe, expect, it } from 'vitest'
import { compareMaps, repeated, writtenAgain } from '../../storm/differences'
import type { Fate, Sent } from '../../storm/wire'

const write = (body: string, life: number, fate: Fate = 'answered'): Sent => ({
  method: 'POST',
  path: '/contacts',
  body,
  life,
  fate,
})
const kinds = (found: { kind: string }[]) => found.map(({ kind }) => kind)

describe('two lists', () => {
  const held = new Map([
    ['a', { plan: 'pro', seats: 1 }],
    ['b', { plan: 'free', seats: 2 }],
  ])

  it('agree whatever the order of their keys', () => {
    const copies = new Map([
      ['b', { seats: 2, plan: 'free' }],
      ['a', { seats: 1, plan: 'pro' }],
    ])
    expect(compareMaps(held, copies, 'contact')).toEqual([])
  })

  it('differ where one is lost, is another, or should be gone', () => {
    const copies = new Map([
      ['a', { plan: 'free', seats: 1 }],
      ['c', { plan: 'pro', seats: 1 }],
    ])
    expect(
      compareMaps(held, copies, 'contact').map(({ kind, what }) => `${kind}: ${what.slice(0, 12)}`),
    ).toEqual(['wrong: contact a is', 'lost: contact b is', 'wrong: contact c is'])
  })

  it('differ where something is in one of them twice', () => {
    expect(repeated(['e1', 'e2', 'e1'], 'event')).toEqual([
      { kind: 'doubled', what: 'event e1 is there twice' },
    ])
  })
})

describe('a write that is made again', () => {
  it('is none where the first was lost, or its answer was', () => {
    expect(
      writtenAgain([
        write('a', 1, 'lost'),
        write('a', 2, 'carriedOut'),
        write('a', 3, 'handed'),
        write('a', 3),
      ]),
    ).toEqual([])
  })

  it('is none where the first was the last one before a kill', () => {
    expect(writtenAgain([write('a', 1), write('b', 1), write('b', 2), write('c', 2)])).toEqual([])
  })

  it('is doubled where the console had gone on since', () => {
    expect(kinds(writtenAgain([write('a', 1), write('b', 1), write('a', 2)]))).toEqual(['doubled'])
  })

  it('is doubled where there was no kill at all', () => {
    expect(kinds(writtenAgain([write('a', 1), write('a', 1)]))).toEqual(['doubled'])
  })

  it('is doubled where more come again than were on the way at once', () => {
    const first = ['a', 'b', 'c'].map((body) => write(body, 1))
    const again = ['a', 'b', 'c'].map((body) => write(body, 2))
    expect(writtenAgain([...first, ...again], 3)).toEqual([])
    expect(kinds(writtenAgain([...first, ...again], 2))).toEqual(['doubled'])
  })
})

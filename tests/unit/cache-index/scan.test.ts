import { expect, it } from 'vitest'
import { separator } from '../../../src-main/core/index/encode'
import { RowSet } from '../../../src-main/core/index/row-set'
import { longestNeedle, scanCodes } from '../../../src-main/core/index/scan'
import { TextHeap } from '../../../src-main/core/index/text-heap'
import { seeded } from '../../fixtures/seeded'

/** Texts of few letters, so that many have what is looked for, some of several leaves, and how they are made. */
function texts(draw: () => number, count: number, longest: number): Buffer[] {
  const letters = Buffer.from('aabn.é', 'utf8')
  return Array.from({ length: count }, () => {
    const text = Buffer.alloc(Math.floor(draw() * draw() * longest))
    for (let at = 0; at < text.length; at++) {
      text[at] = draw() < 0.05 ? separator : (letters[Math.floor(draw() * letters.length)] ?? 0)
    }
    return text
  })
}

function heapOf(all: readonly Buffer[]): TextHeap {
  const heap = new TextHeap()
  for (const text of all) heap.append(text, text.length)
  return heap
}

/** The rule itself: a text has what stands in it or between the separators around it. */
const indexesOf = (all: readonly Buffer[], needle: Uint8Array) =>
  all.flatMap((text, at) => {
    const framed = Buffer.concat([Buffer.from([separator]), text, Buffer.from([separator])])
    const from = needle.length === 1 && needle[0] === separator ? framed.subarray(0, -1) : framed
    return from.indexOf(needle) >= 0 ? [at + 1] : []
  })

function marked(heap: TextHeap, needle: Uint8Array): number[] {
  const flags = new Uint8Array(heap.count + 1)
  const any = heap.mark(needle, flags)
  expect(any).toBe(flags.includes(1))
  return [...flags.keys()].filter((index) => flags[index] === 1)
}

for (const [name, count, longest, seed] of [
  ['short texts', 1500, 12, 1],
  ['texts of several blocks', 700, 90, 2],
  ['more texts than are copied at once', 40_000, 5, 3],
  ['texts longer than what is copied at once', 12, 400_000, 4],
] as const) {
  it(`finds in ${name} what a plain search finds`, () => {
    const draw = seeded(seed)
    const all = texts(draw, count, longest)
    const heap = heapOf(all)
    for (let time = 0; time < 40; time++) {
      const from = all[Math.floor(draw() * all.length)] ?? Buffer.alloc(0)
      const start = Math.floor(draw() * from.length)
      const length = 1 + Math.floor(draw() * draw() * 40)
      // Leaves are not searched across, as no needle has a separator within.
      const piece = from.subarray(start, start + length).filter((byte) => byte !== separator)
      const [before, after] = [draw() < 0.2, draw() < 0.2]
      const needle = Uint8Array.from([
        ...(before ? [separator] : []),
        ...piece,
        ...(after ? [separator] : []),
      ])
      if (needle.length === 0) continue
      expect(marked(heap, needle), String([...needle])).toEqual(indexesOf(all, needle))
    }
  })
}

it('finds the same in large texts that get no room of their own any more', () => {
  const long = Buffer.alloc(1 << 20, 'ab')
  const heaps = Array.from({ length: 40 }, (_, at) => heapOf([long, Buffer.from(`last of ${at}.`), long]))
  expect(heaps.some(({ room }) => room !== null)).toBe(true)
  expect(heaps.at(-1)?.room).toBeNull()
  heaps.forEach((heap, at) => expect(marked(heap, Buffer.from(`of ${at}.`))).toEqual([2]))
})

it('finds a needle that ends with the last text, and none that goes beyond it', () => {
  const heap = heapOf([Buffer.from('xa'), Buffer.from('ab')])
  expect(marked(heap, Buffer.from('ab'))).toEqual([2])
  expect(marked(heap, Buffer.from([0x61, 0x62, separator]))).toEqual([2])
  expect(marked(heap, Buffer.from('aab'))).toEqual([])
})

it('finds a needle that is longer than what the program takes', () => {
  const long = Buffer.alloc(longestNeedle + 5, 'a')
  const heap = heapOf([Buffer.from('aaa'), Buffer.concat([Buffer.from('b'), long])])
  expect(marked(heap, long)).toEqual([2])
})

it('keeps the flags that are set already', () => {
  const heap = heapOf(['ab', 'cd', 'ef'].map((text) => Buffer.from(text)))
  const flags = Uint8Array.of(1, 0, 1, 0)
  heap.mark(Buffer.from('a'), flags)
  expect([...flags]).toEqual([1, 1, 1, 0])
})

it('finds the rows of flagged codes, those without a code too', () => {
  const draw = seeded(5)
  for (const rows of [1, 31, 64, 1000, 140_000]) {
    const codes = Uint8Array.from({ length: rows }, () => Math.floor(draw() * 256))
    const flags = Uint8Array.from({ length: 256 }, () => (draw() < 0.3 ? 1 : 0))
    const found = new RowSet(rows + 70)
    found.add(3)
    scanCodes(codes, flags, found.words, found.words.length)
    const expected = Array.from({ length: found.capacity }, (_, row) => row).filter(
      (row) => row === 3 || flags[codes[row] ?? 0] === 1,
    )
    expect([...found.rows()]).toEqual(expected)
  }
})

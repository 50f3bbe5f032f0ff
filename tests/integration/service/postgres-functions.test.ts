import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Random } from '../../../src-service/sample/random'
import { inOrder } from '../../../src-service/store/in-order'
import { statements } from '../../../src-service/store/statements'
import { foldCase, numberOf, parseDateText } from '../../../src-shared/interface/filter-values'
import { type EmptyDatabase, engines, type RunningEngine } from '../../fixtures/engines'

const random = new Random(7)
const some = (count: number, make: () => string): string[] => Array.from({ length: count }, make)
const digits = (most: number): string =>
  some(random.whole(0, most), () => String(random.whole(0, 9))).join('')

/** Texts made of what a number is made of, in the order of one mostly. */
function numberLike(): string {
  const exponent = random.pick(['', '', 'e', 'E', 'e+', 'e-', 'E-']) + random.pick(['', digits(3), digits(5)])
  const fraction = random.pick([
    '',
    '.',
    `.${digits(20)}`,
    `.${'0'.repeat(random.whole(0, 400))}${digits(30)}`,
  ])
  const whole = random.pick(['0', digits(3), digits(25), `1${'0'.repeat(random.whole(0, 400))}`])
  return random.pick(['', '', '-', '+', ' ']) + whole + fraction + exponent
}

const numberTexts = [
  ...[
    '',
    '-',
    '.',
    '0',
    '-0',
    '-0.0',
    '0e0',
    '0e999999999999',
    '5\n',
    '\n5',
    '٥',
    '1_000',
    'Infinity',
    'NaN',
  ],
  ...[
    '1e308',
    '1e309',
    '-1e309',
    '1.7976931348623157e308',
    '1.7976931348623158e308',
    '1.7976931348623159e308',
  ],
  ...['5e-324', '2.5e-324', '2.4e-324', '-1e-400', '1e-99999999999999999999', '1e99999999999999999999'],
  // Halfway between two doubles, or between the last one and nothing, and a little to either side.
  ...[2n ** 1024n - 2n ** 970n, 2n ** 1024n - 2n ** 970n - 1n, 2n ** 53n + 1n].map(String),
  ...[5n ** 1075n, 5n ** 1075n + 1n, 5n ** 1075n - 1n].map((number) => `${number}e-1075`),
  ...[`9007199254740993.${'0'.repeat(900)}`, `9007199254740993.${'0'.repeat(900)}1`],
  ...['9'.repeat(60_000), `0.${'0'.repeat(60_000)}1`, `1e${'9'.repeat(30_000)}`, `1e-${'9'.repeat(30_000)}`],
  ...some(600, numberLike),
]

const two = (most: number): string => String(random.whole(0, most)).padStart(2, '0')
function dateLike(): string {
  const year = random.pick(['2026', '2024', '1900', '2000', '0000', '0004', '9999', `${two(99)}${two(99)}`])
  const day = random.pick([two(32), two(28), '29', '30', '31'])
  const fraction = random.pick(['', '', '.', `.${digits(10)}`, '.5'])
  const seconds = random.pick(['', `:${two(60)}${fraction}`, `:${two(59)}${fraction}`])
  const zone = random.pick(['', 'Z', 'z', '+02:00', '-0330', '+9999', '-00:01', '+2', ' Z'])
  const time = random.pick(['', `${random.pick(['T', 't', ' ', '_'])}${two(24)}:${two(60)}${seconds}${zone}`])
  return `${year}-${two(13)}-${day}${time}`
}

const dateTexts = [
  ...['', '2026', '2026-11-20\n', '2026-11-20T', '٢٠٢٦-11-20', '2026-11-20T14', '-2026-11-20', '02026-11-20'],
  ...some(2000, dateLike),
]

/** A letter of any script, and those that are told apart by what stands around them. */
function letter(): string {
  const code = random.pick([
    random.whole(1, 0x7f),
    random.whole(0x80, 0x2fff),
    random.whole(0xa640, 0xa7c0),
    random.whole(0x10000, 0x1e943),
  ])
  return random.pick([
    'Σ',
    'σ',
    'ς',
    'İ',
    'ı',
    'I',
    'K',
    'Å',
    'ẞ',
    'ß',
    'ﬀ',
    ' ',
    "'",
    String.fromCodePoint(code),
  ])
}
const words = [
  '',
  'ΣΑΣ',
  'Σ',
  'İstanbul',
  'KİK',
  ...some(800, () => some(random.whole(1, 12), letter).join('')),
]

const double = new DataView(new ArrayBuffer(8))
function anyNumber(): number {
  double.setUint32(0, Math.floor(random.next() * 2 ** 32))
  double.setUint32(4, Math.floor(random.next() * 2 ** 32))
  return double.getFloat64(0)
}
const numbers = [
  ...[
    0,
    1,
    -1,
    0.1,
    0.1 + 0.2,
    1e20,
    1e21,
    123456789012345680000,
    1e-6,
    1e-7,
    1.5e-7,
    1e23,
    5e-324,
    2 ** 53,
    -(2 ** 63),
  ],
  ...[1.7976931348623157e308, -2.2250738585072014e-308, 100, 1200, 0.001],
  ...Array.from({ length: 600 }, anyNumber).filter(Number.isFinite),
  ...Array.from({ length: 200 }, () => random.whole(-1e9, 1e9) / 10 ** random.whole(0, 9)),
]
const times = [
  0,
  1,
  -1,
  ...Array.from({ length: 300 }, () => random.whole(-62_135_596_800_000, 253_402_300_799_999)),
]

describe.each(engines)('a function that conditions call, in $engine', ({ engine, start }) => {
  let running: RunningEngine
  let database: EmptyDatabase
  beforeAll(async () => {
    running = await start()
    database = await running.open()
  })
  afterAll(async () => {
    await database.close()
    await running.stop()
  })

  /** What a function makes of each of these. */
  function made(name: string, type: string, given: readonly (string | number)[]): Promise<unknown[]> {
    return statements(database.db).values(
      `SELECT ${name}(given) FROM unnest(CAST(? AS ${type}[])) WITH ORDINALITY AS all_given (given, place) ORDER BY place`,
    )(given)
  }
  const pairs = (given: readonly unknown[], results: readonly unknown[]) =>
    given.map((one, at) => [one, results[at]])

  it('finds a text within another, the empty one in every text', async () => {
    const place = statements(database.db).value<[string, string], number>('SELECT instr(?, ?)')
    expect(await inOrder(['c', '', 'd'], (part) => place('abc', part))).toEqual([3, 1, 0])
    expect(await place('', '')).toBe(1)
  })

  // In SQLite the others are the functions of JavaScript themselves.
  const ours = (name: string, test: () => Promise<void>) =>
    it.each(engine === 'postgres' ? [engine] : [])(name, test)

  ours('reads numbers from texts as JavaScript does', async () => {
    const read = await made('number_of', 'text', numberTexts)
    const plain = (number: number | null) => (number === 0 ? 0 : number)
    expect(
      pairs(
        numberTexts,
        read.map((one) => (one === 0 ? 0 : one)),
      ),
    ).toEqual(
      pairs(
        numberTexts,
        numberTexts.map((text) => plain(numberOf(text))),
      ),
    )
  })

  ours('reads moments from texts', async () => {
    expect(pairs(dateTexts, await made('instant_of', 'text', dateTexts))).toEqual(
      pairs(dateTexts, dateTexts.map(parseDateText)),
    )
    expect(dateTexts.filter((text) => parseDateText(text) !== null).length).toBeGreaterThan(300)
  })

  ours('tells plain numbers and dates from other texts, and what they are', async () => {
    const written = [...numberTexts, ...some(300, () => digits(17))]
    const plainNumbers = await made('plain_number', 'text', written)
    pairs(written, plainNumbers).forEach(([text, read]) => {
      if (read !== null) expect(read, String(text)).toBe(numberOf(String(text)))
    })
    expect(plainNumbers.filter((read) => read !== null).length).toBeGreaterThan(150)

    const moments = some(500, () => new Date(random.whole(-3e12, 3e12)).toISOString())
    const texts = [...dateTexts, ...moments, ...moments.map((text) => text.slice(0, 10))]
    const plain = await made('plain_date', 'text', texts)
    pairs(texts, plain).forEach(([given, read]) => {
      if (read === null) return
      const [text, moment] = [String(given), parseDateText(String(given))]
      expect([read, moment === null ? null : new Date(moment).toISOString()]).toEqual([
        text,
        text.length === 10 ? `${text}T00:00:00.000Z` : text,
      ])
    })
    expect(plain.filter((read) => read !== null).length).toBeGreaterThan(900)
  })

  ours('folds the case of texts', async () => {
    expect(pairs(words, await made('fold_case', 'text', words))).toEqual(pairs(words, words.map(foldCase)))
  })

  ours('writes numbers as JSON does', async () => {
    expect(pairs(numbers, await made('number_text', 'numeric', numbers))).toEqual(
      pairs(
        numbers,
        numbers.map((number) => String(number).toLowerCase()),
      ),
    )
  })

  ours('writes times as the service does', async () => {
    expect(pairs(times, await made('time_text', 'bigint', times))).toEqual(
      pairs(
        times,
        times.map((time) => new Date(time).toISOString().toLowerCase()),
      ),
    )
  })
})

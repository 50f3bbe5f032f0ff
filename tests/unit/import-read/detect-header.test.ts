import { expect, it } from 'vitest'
import { detectReading } from '../../../src-main/features/imports/read/detect'

const read = (...lines: string[]) => detectReading(Buffer.from(`${lines.join('\n')}\n`), 'people.csv').reading

it.each([
  ['commas', ',', '"Name, first","E-mail","City, country"', 'Ann,a@x.example,"Oslo, Norway"'],
  ['commas, and no address below', ',', '"Name, first","City, country"', 'Ann,Oslo'],
  ['semicolons', ';', '"E-mail; work";"Plan; yearly"', 'a@x.example;pro'],
  ['tabs', '\t', '"Name\tlast"\temail', 'Ann\ta@x.example'],
  ['commas in one of two', ',', 'email,"Name (last, first, middle, title)"', 'a@x.example,Ann'],
  ['commas in the only one', ',', '"E-mail, work"', 'a@x.example'],
])('a header whose cells hold the delimiter is one: %s', (_, delimiter, header, row) => {
  expect(read(header, row, row.replace('a@', 'b@'))).toMatchObject({ delimiter, quote: '"', header: true })
})

it.each([
  ['"Bell, Ann",a@x.example', '"Cox, Bo",b@x.example'],
  ['"Oslo, Norway",pro', '"Rome, Italy",free'],
])('a row whose cells hold the delimiter is none: %s', (first, second) => {
  expect(read(first, second).header).toBe(false)
})

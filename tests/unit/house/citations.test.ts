import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { commentsOf, missingOf } from './citations'

const itself = 'tests/unit/house/citations'
const files = execFileSync('git', ['ls-files', 'src-*', 'tests', 'scripts', 'eslint', '*.ts', '*.mjs'], {
  encoding: 'utf8',
})
  .split('\n')
  .filter((file) => /\.(ts|mjs|vue|css|md)$/.test(file) && !file.startsWith(itself))

it('no comment cites what the repository does not hold', () => {
  const missing = files.flatMap((file) =>
    commentsOf(file, readFileSync(file, 'utf8')).flatMap((comment) =>
      missingOf(file, comment).map((cited) => `${file}: ${cited}`),
    ),
  )
  expect(missing).toEqual([])
})

it('no test or comment names a check that docs/security.md does not have', () => {
  const known = new Set(
    [...readFileSync('docs/security.md', 'utf8').matchAll(/^\| (C\d+) /gm)].map(([, number]) => number),
  )
  const named = files.flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/\((C\d+(?:, C\d+)*)\)/g)].flatMap(([, numbers = '']) =>
      numbers.split(', ').map((number) => ({ file, number })),
    ),
  )
  expect(named.length).toBeGreaterThan(50)
  expect(named.filter(({ number }) => !known.has(number))).toEqual([])
})

describe('what is cited and not there', () => {
  const missing = (source: string) =>
    commentsOf('src-main/a.ts', source).flatMap((each) => missingOf('src-main/a.ts', each))

  it.each([
    ['/** As nowhere.md says. */', 'nowhere.md'],
    ['// As docs/nowhere.md says.', 'docs/nowhere.md'],
    ['/** So it is (docs/rules.md, rules 3 and 99). */', 'docs/rules.md, 99'],
    ['/** So it is (docs/security.md, C99). */', 'docs/security.md, C99'],
    ['/** So it is (deployed.md sections 1 to 99). */', 'deployed.md, 99'],
    ['/** So it is (wire.md, forms A and Z). */', 'wire.md, Z'],
    ['/** So it is (wire.md, "Nothing"). */', 'wire.md, Nothing'],
    ['/** So it is (deployed.md section 1, "Nothing"). */', 'deployed.md, Nothing'],
    ['/**\n * So it is (docs/rules.md,\n * rule 99).\n */', 'docs/rules.md, 99'],
    ['// So it is (docs/rules.md,\n// rule 99).', 'docs/rules.md, 99'],
    ['/** So it is (rule 4). */', 'rule 4 of no document'],
    ['/** So it is (section 4). */', 'section 4 of no document'],
  ])('is found in %j', (source, cited) => {
    expect(missing(source)).toEqual([cited])
  })

  it.each([
    '/** So it is (docs/rules.md, rules 3, 7 and 11). */',
    '/** So it is (interface.md section 7; wire.md, "Errors"). */',
    '/** So it is (RFC 5321, section 5.1). */',
    `const name = 'nowhere.md'`,
  ])('is not found in %j', (source) => {
    expect(missing(source)).toEqual([])
  })
})

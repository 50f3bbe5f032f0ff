import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

const documents = execFileSync('git', ['ls-files', 'docs/*.md', '*.md'], { encoding: 'utf8' })
  .split('\n')
  .filter(Boolean)

/** Paths of a text that say where something is; `<capability>` and the like stand for any name. */
function pathsOf(text: string): string[] {
  return [...text.matchAll(/`((?:src-\w+|tests|scripts|eslint)\/[^`\s]*)`/g)].flatMap(([, path = '']) =>
    /[<*{]/.test(path) ? [] : [path],
  )
}

it('every path that a document names is there', () => {
  const missing = documents.flatMap((document) =>
    pathsOf(readFileSync(document, 'utf8')).flatMap((path) =>
      existsSync(path) ? [] : [`${document}: ${path}`],
    ),
  )
  expect(missing).toEqual([])
})

it('architecture.md stays a page and a half', () => {
  expect(readFileSync('docs/architecture.md', 'utf8').split('\n').length).toBeLessThan(90)
})

import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { expect, it } from 'vitest'

const root = join(__dirname, '../../..')
const files = execFileSync('git', ['ls-files', 'src-*'], { cwd: root, encoding: 'utf8' })
  .split('\n')
  .filter((file) => /\.(ts|vue)$/.test(file) && existsSync(join(root, file)))

/** The files of ours that a file imports, types included. */
function importsOf(file: string, known: ReadonlySet<string>): string[] {
  const text = readFileSync(join(root, file), 'utf8')
  return [...text.matchAll(/(?:from|import\()\s*'(\.[^']+)'/g)].flatMap(([, path = '']) => {
    const target = relative(root, join(root, dirname(file), path))
    const found = [target, `${target}.ts`, `${target}/index.ts`].find((each) => known.has(each))
    return found === undefined ? [] : [found]
  })
}

/** A way from a file back to itself, by the files on it; null where there is none. */
function circleOf(graph: ReadonlyMap<string, readonly string[]>): string[] | null {
  const done = new Set<string>()
  const way: string[] = []
  const visit = (file: string): string[] | null => {
    if (way.includes(file)) return [...way.slice(way.indexOf(file)), file]
    if (done.has(file)) return null
    way.push(file)
    for (const next of graph.get(file) ?? []) {
      const circle = visit(next)
      if (circle !== null) return circle
    }
    way.pop()
    done.add(file)
    return null
  }
  for (const file of graph.keys()) {
    const circle = visit(file)
    if (circle !== null) return circle
  }
  return null
}

it('no file imports itself by way of others, types included', () => {
  const known = new Set(files)
  expect(circleOf(new Map(files.map((file) => [file, importsOf(file, known)])))).toBeNull()
})

it('a circle is found', () => {
  const graph = new Map([
    ['a', ['b', 'd']],
    ['b', ['c']],
    ['c', ['b']],
    ['d', []],
  ])
  expect(circleOf(graph)).toEqual(['b', 'c', 'b'])
})

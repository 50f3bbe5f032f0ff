import { expect, it } from 'vitest'
import { codeIn, importsOf } from '../../../scripts/test/imports.mjs'

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
  expect(circleOf(importsOf(codeIn('src-*'), { types: true }))).toBeNull()
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

import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'

const files = execFileSync('git', ['ls-files', 'src-*'], { encoding: 'utf8' })
  .split('\n')
  .filter((file) => /\.(ts|vue)$/.test(file))

/** By name, the files of a package that declare a type so. */
function declared(folder: string): Map<string, Set<string>> {
  const found = new Map<string, Set<string>>()
  for (const file of files.filter((one) => one.startsWith(`${folder}/`)))
    for (const [, name = ''] of readFileSync(file, 'utf8').matchAll(
      /^(?:export )?(?:type|interface|class|enum) (\w+)/gm,
    ))
      found.set(name, (found.get(name) ?? new Set()).add(file))
  return found
}

describe('names of types', () => {
  it('are looked for in every file of ours', () => {
    expect(files.length).toBeGreaterThan(1000)
  })
  it.each([...new Set(files.map((file) => file.split('/')[0] ?? ''))])('mean one thing in %s', (folder) => {
    const several = [...declared(folder)].filter(([, where]) => where.size > 1)
    expect(several.map(([name, where]) => `${name}: ${[...where].join(', ')}`)).toEqual([])
  })
})

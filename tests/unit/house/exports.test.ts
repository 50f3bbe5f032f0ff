import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const root = join(__dirname, '../../..')
const files = execFileSync('git', ['ls-files', 'src-*', 'tests', 'scripts'], { cwd: root, encoding: 'utf8' })
  .split('\n')
  .filter((file) => /\.(ts|vue|mjs)$/.test(file))

const declared = /^export (?:async )?(?:const|let|function\*?|(?:abstract )?class) ([\w$]+)/gm

it('every exported value has a file that names it besides its own', () => {
  const namers = new Map<string, Set<string>>()
  const exported: { file: string; name: string }[] = []
  for (const file of files) {
    const text = readFileSync(join(root, file), 'utf8')
    for (const [word] of text.matchAll(/[A-Za-z_$][\w$]*/g)) {
      const known = namers.get(word) ?? new Set()
      namers.set(word, known.add(file))
    }
    if (file.startsWith('src-'))
      for (const [, name = ''] of text.matchAll(declared)) exported.push({ file, name })
  }
  const idle = exported.filter(({ name }) => (namers.get(name)?.size ?? 0) < 2)
  expect(exported.length).toBeGreaterThan(1000)
  expect(idle.map(({ file, name }) => `${file}: ${name}`)).toEqual([])
})

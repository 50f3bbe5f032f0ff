import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { project } from '../build.mjs'

/** Files of code that git tracks or has not met yet, below these places of the project. */
export function codeIn(...places) {
  const listed = ['ls-files', '--cached', '--others', '--exclude-standard', ...places]
  return execFileSync('git', listed, { cwd: project, encoding: 'utf8' })
    .split('\n')
    .filter((file) => /\.(ts|vue|mjs)$/.test(file) && existsSync(path.join(project, file)))
}

/** Which of these files each of them imports. Without `types`, what is imported as types alone does not count. */
export function importsOf(files, { types }) {
  const known = new Set(files)
  const statement = types
    ? /(?:from|import\()\s*'(\.[^']+)'/g
    : /(?:^(?:import|export)\b(?!\s+type\b)[^'"]*?|import\()\s*'(\.[^']+)'/gm
  return new Map(
    files.map((file) => {
      const text = readFileSync(path.join(project, file), 'utf8')
      const imported = [...text.matchAll(statement)].flatMap(([, named]) => {
        const target = path.posix.join(path.posix.dirname(file), named)
        return [target, `${target}.ts`, `${target}/index.ts`].find((each) => known.has(each)) ?? []
      })
      return [file, imported]
    }),
  )
}

/** How many imports lie between a file and each one that imports it, by way of others too: 1 for those that name it. */
export function importersOf(file, imports) {
  const importers = new Map()
  for (const [importer, imported] of imports)
    for (const each of imported) importers.set(each, [...(importers.get(each) ?? []), importer])
  const between = new Map([[file, 0]])
  // A map is walked in the order of its entries, those that are added meanwhile too.
  for (const [each, count] of between)
    for (const importer of importers.get(each) ?? [])
      if (!between.has(importer)) between.set(importer, count + 1)
  return between
}

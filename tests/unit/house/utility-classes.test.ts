import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const root = join(__dirname, '../../..', 'src-renderer')
const read = (pattern: string) =>
  globSync(pattern, { cwd: root }).map((file) => ({ file, text: readFileSync(join(root, file), 'utf8') }))

/** How the names of utility classes begin: a colour, a size, a space, a hairline. */
const utility = /^(?:bg|size|weight|hairline|gap|min|max|[mp][tblrxy]?|[wh])-[a-z0-9]/

it('every utility class that a template names is defined', () => {
  const inTheme = new Set(
    read('theme/*.css').flatMap(({ text }) => [...text.matchAll(/\.([a-z][\w-]*)/g)].map(([, name]) => name)),
  )
  const named = read('**/*.vue').flatMap(({ file, text }) =>
    [...text.matchAll(/\sclass="([^"]*)"/g)].flatMap(([, names = '']) =>
      names.split(/\s+/).flatMap((name) => (utility.test(name) ? [{ file, name }] : [])),
    ),
  )
  const unknown = named.filter(({ name }) => !inTheme.has(name))
  expect(named.length).toBeGreaterThan(1000)
  expect(unknown.map(({ file, name }) => `${file}: ${name}`)).toEqual([])
})

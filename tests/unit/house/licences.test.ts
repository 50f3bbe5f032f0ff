import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { licencesOf } from '../../../scripts/licences.mjs'

const read = (path: string): unknown => JSON.parse(readFileSync(path, 'utf8'))

it('the licences that Settings lists are those of the packages that are shipped (node scripts/licences.mjs)', () => {
  const listed = read('resources/licences.json')
  expect(listed).toEqual(licencesOf(read('package-lock.json')))
  expect(listed).toContainEqual(expect.objectContaining({ name: 'vue', licence: 'MIT' }))
})

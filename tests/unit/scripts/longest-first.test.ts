import { existsSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'
import { longest } from '../../longest-first'

const project = path.resolve(__dirname, '../../..')

it('names only files that are there as those that take longest', () => {
  expect(longest.filter((file) => !existsSync(path.join(project, file)))).toEqual([])
})

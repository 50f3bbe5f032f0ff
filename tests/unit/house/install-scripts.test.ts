import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { z } from 'zod'

const lockShape = z.object({
  packages: z.record(z.string(), z.looseObject({ hasInstallScript: z.boolean().optional() })),
})
const manifestShape = z.object({ allowScripts: z.record(z.string(), z.boolean()) })
const read = (file: string): unknown => JSON.parse(readFileSync(file, 'utf8'))

it('says of every package with an install script whether it may run', () => {
  const { packages } = lockShape.parse(read('package-lock.json'))
  const { allowScripts } = manifestShape.parse(read('package.json'))
  const unsaid = Object.entries(packages)
    .filter(([, { hasInstallScript }]) => hasInstallScript)
    .map(([path]) => path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length))
    .filter((name) => !(name in allowScripts))
  expect(unsaid).toEqual([])
})

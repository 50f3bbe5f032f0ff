import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { buildsNeeded, refuseStaleBuild } from '../../../scripts/build-state.mjs'

let root: string
beforeEach(() => {
  root = mkdtempSync(path.join(os.tmpdir(), 'postroom-build-'))
  write('src-service/service.ts', 1)
  write('src-shared/interface/contact.ts', 1)
  write('tests/programs/core-process.ts', 1)
  write('tests/fixtures/core.ts', 1)
  write('package.json', 1)
  write('out/service/service.js', 5)
  write('out/tests/core-process.js', 5)
  // A folder is as new as what was last put into it.
  for (const folder of [
    'src-service',
    'src-shared',
    'src-shared/interface',
    'tests/programs',
    'tests/fixtures',
  ]) {
    changedAt(folder, 1)
  }
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

function write(file: string, minute: number): void {
  mkdirSync(path.join(root, path.dirname(file)), { recursive: true })
  writeFileSync(path.join(root, file), '')
  changedAt(file, minute)
}

function changedAt(place: string, minute: number): void {
  utimesSync(path.join(root, place), minute * 60, minute * 60)
}

const refuse = () => refuseStaleBuild(['service', 'tests'], root)
const needed = () => buildsNeeded(['service', 'tests'], root).map((command) => command.at(-1))

it('takes a build that is newer than its sources', () => {
  expect(refuse).not.toThrow()
  expect(needed()).toEqual([])
})

it('refuses a build that a source was changed after, and names that', () => {
  write('src-service/service.ts', 6)
  expect(refuse).toThrow('out/service is older than src-service/service.ts. Run npm run build.')
})

it('refuses a build that is not there', () => {
  rmSync(path.join(root, 'out/service/service.js'))
  expect(refuse).toThrow('out/service/service.js is missing. Run npm run build.')
})

it('refuses a build without a program that was written since', () => {
  write('tests/programs/lock-process.ts', 1)
  expect(refuse).toThrow('out/tests/lock-process.js is missing. Run npm run build.')
})

it('refuses a build that a source was removed after', () => {
  rmSync(path.join(root, 'src-shared/interface/contact.ts'))
  changedAt('src-shared/interface', 6)
  expect(refuse).toThrow('out/service is older than src-shared/interface. Run npm run build.')
})

it('builds again only what a change touches', () => {
  write('tests/fixtures/core.ts', 6)
  expect(needed()).toEqual(['vite.tests.config.ts'])
  write('src-shared/interface/contact.ts', 6)
  expect(needed()).toEqual(['vite.service.config.ts', 'vite.tests.config.ts'])
})

it('builds at once what one command makes', () => {
  expect(buildsNeeded(['main', 'preload', 'renderer'], root)).toHaveLength(1)
})

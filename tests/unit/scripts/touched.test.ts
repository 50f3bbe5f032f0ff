import { describe, expect, it } from 'vitest'
import { byNearness, touchedBy } from '../../../scripts/test/touched.mjs'

const files = [
  'src-main/copying/offset/pass.ts',
  'src-main/features/imports/read/parser.ts',
  'src-renderer/features/settings/SettingsPage.vue',
  'src-service/mail/queue.ts',
  'src-shared/url.ts',
  'tests/e2e/settings.spec.ts',
  'tests/fixtures/dns-server.ts',
] as const
const found = new Map(touchedBy(files).map((each) => [each.file, each]))
type Changed = (typeof files)[number]
const touched = (file: Changed) => found.get(file)!.near.sort(byNearness)
const tests = (file: Changed) => touched(file).map(({ test }) => test)
const folders = (names: string[]) => [...new Set(names.map((test) => test.split('/').slice(1, 3).join('/')))]

describe('the tests that a change touches', () => {
  it('are first those named like what a file of the core lies in, in one number or the other', () => {
    expect(folders(tests('src-main/features/imports/read/parser.ts').slice(0, 4))).toEqual([
      'integration/import-read',
    ])
    expect(folders(tests('src-main/features/imports/read/parser.ts'))).toEqual(
      expect.arrayContaining(['integration/import-check', 'integration/imports', 'e2e/import-run.spec.ts']),
    )
  })

  it('are those that import it by way of others, the fewer the nearer', () => {
    const [first, ...others] = touched('src-shared/url.ts')
    expect(first).toMatchObject({ test: 'tests/integration/review/review.test.ts', imports: 2 })
    const between = others.map(({ imports }) => imports)
    expect([...between].sort((one, other) => one - other)).toEqual(between)
  })

  it('are those of all that is copied for a file of the engine that copies', () => {
    const ofRecordsOrCopying = touched('src-main/copying/offset/pass.ts').filter(({ words }) => words > 0)
    expect(folders(ofRecordsOrCopying.map(({ test }) => test))).toEqual(
      expect.arrayContaining(['integration/records', 'integration/sync']),
    )
  })

  it('are those of the service for a file of the service, those of its part first', () => {
    const ofQueue = tests('src-service/mail/queue.ts')
    expect(ofQueue[0]).toBe('tests/integration/service/mail-queue.test.ts')
    expect(folders(ofQueue)).not.toContain('integration/outbox')
  })

  it('are those that import a fixture', () => {
    expect(tests('tests/fixtures/dns-server.ts')).toContain('tests/e2e/domains.spec.ts')
    expect(tests('tests/fixtures/dns-server.ts')).not.toContain('tests/e2e/settings.spec.ts')
  })

  it('are a changed test itself', () => {
    expect(tests('tests/e2e/settings.spec.ts')).toEqual(['tests/e2e/settings.spec.ts'])
  })

  it('are the stories of its screen for a file of the page, which the unit tests hold', () => {
    const page = 'src-renderer/features/settings/SettingsPage.vue'
    expect(tests(page)).toEqual(['tests/e2e/settings.spec.ts'])
    expect(found.get(page)?.isInUnits).toBe(true)
  })
})

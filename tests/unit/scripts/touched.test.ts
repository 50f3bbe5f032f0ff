import { describe, expect, it } from 'vitest'
import { touchedTests } from '../../../scripts/test/touched.mjs'

const folders = (...files: string[]) => [
  ...new Set(touchedTests(files).map((file) => file.split('/').slice(1, 3).join('/'))),
]

describe('the tests that a change touches', () => {
  it('are those named like what a file of the core lies in, in one number or the other', () => {
    expect(folders('src-main/features/records/schedule.ts')).toEqual(['integration/records'])
    expect(folders('src-main/features/imports/read/parser.ts')).toEqual([
      'integration/import-check',
      'integration/import-read',
      'integration/imports',
    ])
  })

  it('are those of all that is copied for a file of the engine that copies', () => {
    expect(folders('src-main/copying/offset/pass.ts')).toEqual(['integration/records', 'integration/sync'])
  })

  it('are those of the service for a file of the service', () => {
    expect(folders('src-service/mail/queue.ts')).toEqual(['integration/conformance', 'integration/service'])
  })

  it('are those that import a fixture', () => {
    expect(touchedTests(['tests/fixtures/dns-server.ts'])).toContain('tests/e2e/domains.spec.ts')
    expect(touchedTests(['tests/fixtures/dns-server.ts'])).not.toContain('tests/e2e/settings.spec.ts')
  })

  it('are the changed tests themselves', () => {
    expect(touchedTests(['tests/e2e/settings.spec.ts'])).toEqual(['tests/e2e/settings.spec.ts'])
  })

  it('are none for a file of the page, which the unit tests hold', () => {
    expect(touchedTests(['src-renderer/features/settings/SettingsPage.vue'])).toEqual([])
  })
})

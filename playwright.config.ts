import { defineConfig } from '@playwright/test'

/**
 * Every spec runs against the browser host in Chromium. In the desktop app run the specs whose names end in "-desktop",
 * which are of it alone, and every test that is tagged "@desktop": docs/testing.md says which and why. What is tagged
 * "@keychain" cannot pass without one. Stories that are tagged "@postgres" are told in Chromium once more, over a service whose
 * database is PostgreSQL.
 */
export default defineConfig({
  testDir: 'tests/e2e',
  outputDir: 'test-results',
  globalSetup: './tests/fixtures/before-run.ts',
  // For a machine that does other work too: here most take two seconds, and the longest a minute.
  timeout: 300_000,
  expect: { timeout: 30_000 },
  // What is never there fails while its page still shows what is there instead.
  use: { actionTimeout: 120_000 },
  // One more than the cores of CI, for the time in which a test waits.
  workers: 3,
  fullyParallel: true,
  reporter: [['list']],
  projects: [
    // The longest tests are in the first two: begun last, one of them would be waited for alone.
    { name: 'postgres', metadata: { host: 'browser', service: 'postgres' }, grep: /@postgres/ },
    { name: 'desktop', metadata: { host: 'desktop' }, grep: /@desktop|-desktop\.spec\.ts/ },
    { name: 'browser', metadata: { host: 'browser' }, testIgnore: '**/*-desktop.spec.ts' },
  ],
})

import { defineConfig } from '@playwright/test'

/**
 * Every spec runs against the browser host in Chromium; in the desktop app those tests that are marked for it, and the
 * specs whose names end in "-desktop". docs/testing.md says which and why.
 */
export default defineConfig({
  testDir: 'tests/e2e',
  outputDir: 'test-results',
  globalSetup: './tests/fixtures/before-run.ts',
  // For a machine that does other work too: here most take two seconds, and the longest a minute.
  timeout: 300_000,
  expect: { timeout: 30_000 },
  workers: 2,
  fullyParallel: true,
  reporter: [['list']],
  projects: [
    { name: 'browser', metadata: { host: 'browser' }, testIgnore: '**/*-desktop.spec.ts' },
    { name: 'desktop', metadata: { host: 'desktop' }, testIgnore: '**/*-browser.spec.ts' },
  ],
})

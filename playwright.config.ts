import { defineConfig } from '@playwright/test'

/**
 * Every spec runs twice: against the browser host in Chromium, and in the desktop app. What only one of them has is
 * in a spec whose name ends in that host's.
 */
export default defineConfig({
  testDir: 'tests/e2e',
  outputDir: 'test-results',
  // For a machine that does other work too: here most take five seconds, and the longest two minutes.
  timeout: 300_000,
  expect: { timeout: 30_000 },
  workers: 1,
  reporter: [['list']],
  projects: [
    { name: 'browser', metadata: { host: 'browser' }, testIgnore: '**/*-desktop.spec.ts' },
    { name: 'desktop', metadata: { host: 'desktop' }, testIgnore: '**/*-browser.spec.ts' },
  ],
})

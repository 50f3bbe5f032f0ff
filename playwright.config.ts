import { defineConfig } from '@playwright/test'

/** Every spec runs twice: against the browser host in Chromium, and in the desktop app. */
export default defineConfig({
  testDir: 'tests/e2e',
  outputDir: 'test-results',
  timeout: 180_000,
  expect: { timeout: 20_000 },
  workers: 1,
  reporter: [['list']],
  projects: [
    { name: 'browser', metadata: { host: 'browser' } },
    { name: 'desktop', metadata: { host: 'desktop' } },
  ],
})

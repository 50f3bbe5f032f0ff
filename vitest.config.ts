import vue from '@vitejs/plugin-vue'
import { defineConfig } from 'vitest/config'
import LongestFirst from './tests/longest-first'

/** Where `npm run coverage` wants to be told what ran; undefined where nothing is measured. */
const measured = process.env.POSTROOM_COVERAGE

/** The file of integration tests that this machine cannot run, as `npm test` found (scripts/test/parts.mjs); empty: it can run all. */
const leftOut = process.env.POSTROOM_LEFT_OUT ?? ''

/**
 * Tests of the service that run over PostgreSQL, too: what it answers and keeps, and of what it does by itself those that take
 * little. The rest of these run over SQLite alone: campaigns of thousands, kills, the DNS and waits of days.
 */
const overPostgres = [
  'tests/integration/conformance/**/*.test.ts',
  'tests/integration/service/service-database.test.ts',
  'tests/integration/postgres/**/*.test.ts',
  ...[
    'access',
    'at-the-same-time',
    'campaign-lists',
    'campaign-search',
    'campaign-states',
    'campaigns',
    'contact-batches',
    'contact-jobs',
    'contact-limits',
    'contacts',
    'deployed-contacts',
    'deployed-on-purpose',
    'dialects',
    'domains',
    'events',
    'filters',
    'filters-deployed',
    'filters-random',
    'mail-dispatch',
    'mail-housekeeping',
    'mail-outbox',
    'mail-queue',
    'official-sdk',
    'openapi',
    'record-order',
    'records',
    'segment-dialects',
    'segment-members',
    'segment-tracking',
    'segments',
    'send',
    'send-refusals',
    'templates',
    'verification',
    'webhooks',
    'workflow-changes',
    'workflow-refusals',
    'workflow-starts',
    'workflow-steps',
    'workflows',
  ].map((name) => `tests/integration/service/${name}.test.ts`),
]

export default defineConfig({
  plugins: [vue()],
  test: {
    // One for each core that CI has; left to itself, vitest keeps one of them free.
    maxWorkers: 2,
    // The one sheet that the page reads as text; vitest has all others empty.
    css: { include: /theme\/tokens\.css/ },
    setupFiles: measured ? ['tests/fixtures/coverage.ts'] : [],
    coverage: {
      enabled: measured !== undefined,
      provider: 'v8',
      reporter: ['json'],
      reportsDirectory: `${measured}/vitest-${process.pid}`,
      include: ['src-*/**/*.{ts,vue}'],
      reportOnFailure: true,
    },
    // How long a test may wait for what it looks for: a machine that does other work too is slow, and that is no fault.
    testTimeout: 90_000,
    hookTimeout: 60_000,
    // It looks often: what a service does by itself may pass between two looks.
    expect: { poll: { timeout: 20_000, interval: 10 } },
    sequence: { sequencer: LongestFirst },
    projects: [
      // A window and the modules for all files of a worker: to load them anew for each costs more than the tests do.
      {
        extends: true,
        test: {
          name: 'page',
          include: ['tests/unit/renderer/**/*.test.ts'],
          environment: 'happy-dom',
          setupFiles: ['tests/unit/renderer/fixtures/left-behind.ts'],
          isolate: false,
        },
      },
      {
        extends: true,
        test: {
          name: 'unit',
          include: ['tests/unit/**/*.test.ts'],
          exclude: ['tests/unit/renderer/**'],
          isolate: false,
        },
      },
      {
        extends: true,
        test: {
          name: 'integration',
          include: ['tests/integration/**/*.test.ts'],
          // What `--exclude` says on the command line reaches no project.
          exclude: ['tests/integration/postgres/**', ...(leftOut ? [leftOut] : [])],
          globalSetup: ['tests/fixtures/fresh-build.ts'],
          // What a file imports is there for the next one: no module keeps anything that a test would have to reset.
          isolate: false,
          // One more than the cores of CI: they wait for other processes a third of their time.
          maxWorkers: 3,
          // After the others, where files of both are named: vitest runs projects with other numbers of workers one by one.
          sequence: { groupOrder: 1 },
        },
      },
      // The service once more, over PostgreSQL: what is asked of it by its interface alone.
      {
        extends: true,
        test: {
          name: 'postgres',
          include: overPostgres,
          globalSetup: ['tests/fixtures/fresh-build.ts', 'tests/fixtures/postgres-server.ts'],
          setupFiles: ['tests/fixtures/over-postgres.ts'],
          isolate: false,
          maxWorkers: 3,
          sequence: { groupOrder: 2 },
        },
      },
    ],
  },
})

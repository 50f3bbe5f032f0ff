import { BaseSequencer, type TestSpecification } from 'vitest/node'

/**
 * The files that take longest, the longest first. One of them that is begun last is waited for alone, and its size does
 * not tell: those that kill start dozens of programs in a few lines.
 */
export const longest: readonly string[] = [
  'tests/integration/import-check/kill.test.ts',
  'tests/integration/bulk/kill.test.ts',
  'tests/integration/bulk/run.test.ts',
  'tests/integration/jobs/kill.test.ts',
  'tests/integration/deployed/import-kill.test.ts',
  'tests/integration/deployed/bulk/kill.test.ts',
  'tests/integration/corrections/kill.test.ts',
  'tests/integration/imports/restarts.test.ts',
  'tests/integration/jobs/runner.test.ts',
  'tests/integration/batches/kill.test.ts',
  'tests/integration/records/offset-histories.test.ts',
  'tests/integration/cache/audience.test.ts',
  'tests/integration/bulk/segments.test.ts',
  'tests/integration/service/mail-kill.test.ts',
  'tests/integration/campaigns/kill.test.ts',
  'tests/integration/imports/refusals.test.ts',
  'tests/integration/verification/kill.test.ts',
  'tests/integration/sync/runs.test.ts',
  'tests/integration/sync/faults.test.ts',
]

/** Begins with the {@link longest} files; the others follow as the last run, or their size, orders them. */
export default class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const place = ({ moduleId }: TestSpecification) => {
      const at = longest.findIndex((file) => moduleId.endsWith(file))
      return at < 0 ? longest.length : at
    }
    return (await super.sort(files)).sort((one, other) => place(one) - place(other))
  }
}

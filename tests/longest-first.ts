import { BaseSequencer, type TestSpecification } from 'vitest/node'

/**
 * The files that take longest, the longest first. One of them that is begun last is waited for alone, and its size does
 * not tell: those that kill start dozens of programs in a few lines.
 */
export const longest: readonly string[] = [
  'tests/integration/import-check/kill.test.ts',
  'tests/integration/plans/leave.test.ts',
  'tests/integration/bulk/kill.test.ts',
  'tests/integration/deployed/import-kill.test.ts',
  'tests/integration/jobs/kill.test.ts',
  'tests/integration/plans/kill.test.ts',
  'tests/integration/sync/many-keys.test.ts',
  'tests/integration/deployed/import-look-up.test.ts',
  'tests/integration/bulk/run.test.ts',
  'tests/integration/campaigns/leaving-out.test.ts',
  'tests/integration/jobs/runner.test.ts',
  'tests/integration/campaigns/twice.test.ts',
  'tests/integration/deployed/bulk/kill.test.ts',
  'tests/integration/corrections/kill.test.ts',
  'tests/integration/sync/large-answers.test.ts',
  'tests/integration/import-read/huge-files.test.ts',
  'tests/integration/deployed/filters.test.ts',
  'tests/integration/service/mail-kill.test.ts',
  'tests/integration/verification/job.test.ts',
  'tests/integration/catalogue/workflows.test.ts',
  'tests/integration/cache/contact-verdicts.test.ts',
  'tests/integration/conformance/8-limits.test.ts',
  'tests/integration/campaigns/whole-way.test.ts',
  'tests/integration/catalogue/segments.test.ts',
  'tests/integration/service/sample.test.ts',
  'tests/integration/campaigns/kill.test.ts',
  'tests/integration/power-cut/underway.test.ts',
  'tests/integration/service/process.test.ts',
  'tests/integration/conformance/4-domains.test.ts',
  'tests/integration/batches/kill.test.ts',
  'tests/integration/verification/kill.test.ts',
  'tests/integration/postgres/work-spreads.test.ts',
  'tests/integration/postgres/processes.test.ts',
  'tests/integration/postgres/projects-at-work.test.ts',
  'tests/integration/postgres/all-projects.test.ts',
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

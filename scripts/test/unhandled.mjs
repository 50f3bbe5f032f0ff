import { writeFileSync } from 'node:fs'

/** A reporter of vitest: leaves the errors that no test caught in the file that POSTROOM_UNHANDLED names. Its JSON report lacks them. */
export default class Unhandled {
  onTestRunEnd(modules, unhandled) {
    const errors = unhandled.map(({ name, message, stack, VITEST_TEST_PATH: file }) =>
      [file, `${name}: ${message}`, stack].filter(Boolean).join('\n'),
    )
    writeFileSync(process.env.POSTROOM_UNHANDLED, JSON.stringify({ errors }))
  }
}

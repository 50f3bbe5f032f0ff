// Dies at its first starts, so many as it is told, and is a sound keychain from then on.
import { appendFileSync, existsSync, statSync } from 'node:fs'

const mark = process.env.POSTROOM_TEST_MARK ?? ''
const deaths = Number(process.env.POSTROOM_TEST_DEATHS ?? 1)
if (existsSync(mark) && statSync(mark).size >= deaths) void import('./keychain-sound')
else {
  appendFileSync(mark, '.')
  process.exit(1)
}

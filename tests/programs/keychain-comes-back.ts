// Dies at its first start, and is a sound keychain from the second on.
import { existsSync, writeFileSync } from 'node:fs'

const mark = process.env.POSTROOM_TEST_MARK ?? ''
if (existsSync(mark)) void import('./keychain-sound')
else {
  writeFileSync(mark, '')
  process.exit(1)
}

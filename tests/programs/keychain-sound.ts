// A keychain in memory that answers every call. POSTROOM_TEST_FILE keeps it across restarts of the process.
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import type { KeychainCall } from '../../src-main/core/keychain/messages'

const file = process.env.POSTROOM_TEST_FILE ?? ''
const held = (): Record<string, string> => (existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {})

process.on('message', (call: KeychainCall) => {
  const { [call.account]: kept = null, ...others } = held()
  if (call.op === 'get') return process.send?.({ id: call.id, value: kept })
  const all = call.op === 'set' ? { ...others, [call.account]: call.secret } : others
  writeFileSync(file, JSON.stringify(all))
  return process.send?.({ id: call.id, value: null })
})

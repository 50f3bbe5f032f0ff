import { createRequire } from 'node:module'
import type * as KeytarModule from 'keytar'
import { callSchema, type KeychainAnswer, type KeychainCall } from './messages'

/**
 * The program that holds keytar, in a process of its own: a keychain that hangs or crashes takes nothing else
 * along (docs/security.md, C11). Runs under Node's fork and under Electron's utility process alike. `findCredentials` is
 * not called here or anywhere.
 */
type Keytar = Pick<typeof KeytarModule, 'getPassword' | 'setPassword' | 'deletePassword'>

/** The name under which the keychain files our keys. Tests use another one. */
const service = process.env.POSTROOM_KEYCHAIN_SERVICE ?? 'Postroom'
let loaded: Keytar | undefined

/**
 * Loaded at the first call: without libsecret the load itself fails, and that is an answer too. With `require`: a
 * packaged app's archive is invisible to `import()` in some Electron versions.
 */
function keytar(): Keytar {
  loaded ??= createRequire(__filename)('keytar') as Keytar
  return loaded
}

async function carryOut(call: KeychainCall): Promise<KeychainAnswer> {
  try {
    if (call.op === 'get') return { id: call.id, value: await keytar().getPassword(service, call.account) }
    if (call.op === 'set') await keytar().setPassword(service, call.account, call.secret)
    else await keytar().deletePassword(service, call.account)
    return { id: call.id, value: null }
  } catch (error) {
    return { id: call.id, error: error instanceof Error ? error.message : String(error) }
  }
}

const parent = (process as { parentPort?: Electron.ParentPort }).parentPort

function receive(message: unknown): void {
  const call = callSchema.safeParse(message)
  if (!call.success) return
  void carryOut(call.data).then((answer) => (parent ? parent.postMessage(answer) : process.send?.(answer)))
}

if (parent) parent.on('message', (event) => receive(event.data))
else {
  process.on('message', receive)
  process.on('disconnect', () => process.exit(0))
}

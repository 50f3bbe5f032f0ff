import path from 'node:path'
import { forkWithNode } from '../../../src-main/keychain/child'
import { openKeychain, type KeychainOptions } from '../../../src-main/keychain/open'
import { createLogger } from '../../../src-main/log'
import { PassThrough } from 'node:stream'

const folder = __dirname

/** The keychain process's TypeScript source. */
export const processFile = path.join(folder, '../../../src-main/keychain/process.ts')

/** Programs that stand in its place: they speak its protocol and misbehave as their names say. */
export const program = (name: string) => path.join(folder, 'programs', `${name}.ts`)

/** Opens a keychain on a program, on Node; `logged` is what was logged so far. */
export async function openOn(
  file: string,
  options: Partial<KeychainOptions> & { childEnv?: NodeJS.ProcessEnv } = {},
) {
  const { childEnv, ...rest } = options
  const stream = new PassThrough()
  let text = ''
  stream.on('data', (chunk) => (text += String(chunk)))
  const keychain = await openKeychain({
    file,
    start: forkWithNode({ execArgv: ['--import', 'tsx'], env: childEnv ?? process.env }),
    log: createLogger(stream),
    platform: 'linux',
    env: {},
    ...rest,
  })
  return { keychain, logged: () => text }
}

import { join } from 'node:path'
import { RPCHandler } from '@orpc/server/message-port'
import { systemClock } from '../../src-main/core/clock'
import { createConsole } from '../../src-main/console'
import { createLogger } from '../../src-main/core/log'
import { hostFor } from '../fixtures/core'
import { fileKeychain } from '../fixtures/file-keychain'
import { fastClock, hurriedNow } from '../fixtures/fast-clock'
import { keepCompiled } from '../fixtures/keep-compiled'

/**
 * The core as a program of its own that whoever started it speaks to as a page does, over the channel between the two
 * processes: `console-process.ts FOLDER FACTOR [EPOCH]`. Waits and deadlines are FACTOR times as short; the wall clock is
 * the machine's, or, since EPOCH (milliseconds since 1970), as many times as fast. It stays until it is killed, or its
 * starter is gone.
 */
async function main([folder = '', factor = '1', epoch]: string[]): Promise<void> {
  const now = () => (epoch === undefined ? systemClock.now() : hurriedNow(Number(epoch), Number(factor)))
  const { host } = await hostFor({ dataFolder: folder, ownThreads: true })
  const core = await createConsole({
    ...host,
    keychain: fileKeychain(join(folder, 'keychain.json')),
    // Hours that pass in seconds leave a request its second.
    clock: { ...fastClock(Number(factor), epoch === undefined ? 0 : 1500), now },
    log: createLogger(),
  })
  const port = {
    on(event: string, listener: (message?: { data: unknown }) => void) {
      if (event === 'message') process.on('message', (data) => listener({ data }))
    },
    postMessage: (data: unknown) => void process.send?.(data),
  }
  new RPCHandler(core.router).upgrade(port)
  process.on('disconnect', () => process.exit(0))
  process.send?.('ready')
  keepCompiled()
}

main(process.argv.slice(2)).catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`)
  process.exit(1)
})

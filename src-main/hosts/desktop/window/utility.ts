import { t } from '../../../../src-shared/messages/message'
import { utilityProcess } from 'electron'
import { PassThrough } from 'node:stream'
import { embeddedEnvironment, type ServiceProcess } from '../../embedded-service'
import type { KeychainChild } from '../../../core/keychain/child'

/** Starts the keychain process as one of Electron's own: it ends with the app. */
export function forkKeychain(file: string): KeychainChild {
  const child = utilityProcess.fork(file, [], {
    serviceName: t('hosts.utility.postroomKeychain'),
    stdio: 'ignore',
  })
  return {
    send: (message) => child.postMessage(message),
    onMessage: (listener) => void child.on('message', listener),
    onExit: (listener) => void child.once('exit', () => listener()),
    kill: () => void child.kill(),
  }
}

/** Starts the embedded service in a packaged app, which has no Node program beside it. */
export function forkService(file: string, args: string[]): ServiceProcess {
  const child = utilityProcess.fork(file, args, {
    serviceName: t('hosts.utility.postroomService'),
    stdio: 'pipe',
    env: embeddedEnvironment(),
  })
  return {
    stdout: piped(child.stdout),
    stderr: piped(child.stderr),
    onExit: (listener) => void child.once('exit', () => listener()),
    kill: () => void child.kill(),
  }
}

function piped(stream: NodeJS.ReadableStream | null): PassThrough {
  const through = new PassThrough()
  stream?.pipe(through)
  return through
}

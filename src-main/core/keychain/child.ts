import { fork } from 'node:child_process'

/** A running keychain process, as either host starts it. */
export interface KeychainChild {
  send(message: unknown): void
  onMessage(listener: (message: unknown) => void): void
  /** Called once, when the process is gone for whatever reason. */
  onExit(listener: () => void): void
  kill(): void
}

/** The built program of process.ts. */
export const keychainProgram = 'keychain.js'

/** Starts the built file of process.ts. The desktop app gives its own, on Electron's utility process. */
export type StartKeychainChild = (file: string) => KeychainChild

/** Whether whoever started the program wants no key stored. */
export function isTurnedOff(env: NodeJS.ProcessEnv): boolean {
  return env.POSTROOM_KEYCHAIN === 'session'
}

/**
 * Starts the keychain process with Node's fork. The browser host and the tests use it. `execArgv` and `env` are
 * for tests: they run the TypeScript source, and programs that hang or crash.
 */
export function forkWithNode(options: { execArgv?: string[]; env?: NodeJS.ProcessEnv } = {}) {
  return (file: string): KeychainChild => {
    const child = fork(file, [], {
      execArgv: options.execArgv ?? [],
      env: options.env ?? process.env,
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    })
    // Sending to a process that just died reports an error here; its exit says all there is to say.
    child.on('error', () => child.kill('SIGKILL'))
    return {
      send: (message) => {
        if (child.connected) child.send(message as object, () => undefined)
      },
      onMessage: (listener) => void child.on('message', listener),
      onExit: (listener) => {
        let told = false
        const once = () => {
          if (!told) listener()
          told = true
        }
        child.once('exit', once)
        child.once('error', once)
      },
      kill: () => void child.kill('SIGKILL'),
    }
  }
}

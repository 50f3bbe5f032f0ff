import { spawn } from 'node:child_process'

/**
 * Keeps `count` processes computing until this one ends, so that tests meet a machine that does other work too.
 */
export function loadMachine(count) {
  const busy =
    'process.once("disconnect", () => process.exit()); setInterval(() => { for (const until = Date.now() + 500; Date.now() < until; ); }, 0)'
  for (let at = 0; at < count; at += 1)
    spawn(process.execPath, ['-e', busy], { stdio: ['ignore', 'ignore', 'ignore', 'ipc'] }).unref()
}

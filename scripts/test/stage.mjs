import { run } from './programs.mjs'
import { ofCheck } from './reports.mjs'

/**
 * Makes an Electron ready that the built app can be tested in, where `ELECTRON_STAGE` names the command that does it. What it
 * prints are lines of `export NAME='value'`, which hold for every later part.
 */
export async function stageElectron(hear = () => undefined) {
  const printed = []
  const keep = (text) => {
    printed.push(text)
    hear(text)
  }
  const done = await run('sh', ['-c', process.env.ELECTRON_STAGE], { hear: keep })
  for (const [, name, value] of printed.join('').matchAll(/^export (\w+)='(.*)'$/gm))
    process.env[name] = value
  return ofCheck(done && Boolean(process.env.ELECTRON_EXECUTABLE))
}

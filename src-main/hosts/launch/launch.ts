import { t } from '../../../src-shared/messages/message'
import { spawn } from 'node:child_process'
import { createRequire } from 'node:module'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { canShowBrowser, whyNoDesktop, type Machine } from './choose'
import { downloadElectron, findElectron } from './electron-program'

/** Milliseconds within which a desktop app that ends with an error never came up. */
const startingUp = 10_000

const project = path.join(__dirname, '..', '..')
const say = (sentence: string) => void process.stdout.write(`${sentence}\n`)

/** `npm start`: the desktop app where it can run, else the browser host, saying why. */
async function launch(args: string[]): Promise<number> {
  const machine: Machine = {
    platform: process.platform,
    env: process.env,
    root: process.getuid?.() === 0,
  }
  const why = whyNoDesktop(machine) ?? (await startDesktop(args))
  if (typeof why === 'number') return why
  say(why)
  return startBrowserHost(args, machine)
}

/** Runs the desktop app to its end and returns its exit code; a sentence where it cannot be started. */
async function startDesktop(args: string[]): Promise<number | string> {
  const program = await electronProgram()
  if (!program) return t('hosts.launch.theElectronProgramIs')
  const started = Date.now()
  const child = spawn(program, [project, ...args], { stdio: 'inherit', env: withoutNodeMode(process.env) })
  passSignals(child)
  const code = await exitOf(child)
  if (code !== 0 && Date.now() - started < startingUp) {
    return t('hosts.launch.theElectronProgramDid')
  }
  return code
}

async function electronProgram(): Promise<string | null> {
  const manifest = createRequire(__filename).resolve('electron/package.json')
  const folder = path.dirname(manifest)
  const found = await findElectron(folder, process.env)
  if (found || process.env.ELECTRON_EXECUTABLE) return found
  say(t('hosts.launch.downloadingTheElectronProgram'))
  return (await downloadElectron(folder)) ? findElectron(folder, process.env) : null
}

/** ELECTRON_RUN_AS_NODE is inherited from some editors' terminals; Electron would start as plain Node with it. */
function withoutNodeMode(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return { ...env, ELECTRON_RUN_AS_NODE: undefined }
}

async function startBrowserHost(args: string[], machine: Machine): Promise<number> {
  const open = canShowBrowser(machine) ? ['--open'] : []
  const child = spawn(process.execPath, [path.join(__dirname, 'serve.js'), ...args, ...open], {
    stdio: ['inherit', 'pipe', 'inherit'],
  })
  passSignals(child)
  createInterface({ input: child.stdout }).on('line', (line) => {
    const said = JSON.parse(line) as { url: string }
    say(t('hosts.launch.openThisLinkUrl', { url: said.url }))
  })
  return exitOf(child)
}

function passSignals(child: ReturnType<typeof spawn>): void {
  // A terminal sends Ctrl+C to both; what is left is to wait for the child, and to pass on what came to us alone.
  process.on('SIGINT', () => undefined)
  process.on('SIGTERM', () => child.kill('SIGTERM'))
}

function exitOf(child: ReturnType<typeof spawn>): Promise<number> {
  return new Promise((resolve) => {
    child.once('exit', (code) => resolve(code ?? 1))
    child.once('error', () => resolve(1))
  })
}

launch(process.argv.slice(2)).then(
  (code) => process.exit(code),
  (error: unknown) => {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
    process.exit(1)
  },
)

import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { packager } from '@electron/packager'
import { programs } from './build-state.mjs'
import { ensureBuilt, project } from './build.mjs'
import { setFuses } from './fuses.mjs'

// `npm run package`: the desktop app for this machine's system, in dist/. It downloads the Electron program, so it
// needs a network that reaches its host; everything else is in the project. The fuses are set and read back.
//
// Where that host is out of reach: `--zips FOLDER` holds electron-vVERSION-SYSTEM-ARCHITECTURE.zip, of the version that
// package.json names or of `--electron VERSION`. An older Electron knows fewer fuses: those it knows are set. The native
// modules that fit it are taken from the node_modules `--modules FOLDER`; the app goes to `--out FOLDER`.

ensureBuilt(programs)
const manifest = JSON.parse(readFileSync(path.join(project, 'package.json'), 'utf8'))
const usual = manifest.devDependencies.electron
const { values: asked } = parseArgs({
  options: {
    electron: { type: 'string', default: usual },
    zips: { type: 'string' },
    modules: { type: 'string', default: path.join(project, 'node_modules') },
    out: { type: 'string', default: path.join(project, 'dist') },
  },
})
const staging = mkdtempSync(path.join(os.tmpdir(), 'postroom-package-'))

try {
  stage(staging)
  const folders = await packager({
    dir: staging,
    name: manifest.productName,
    out: asked.out,
    electronVersion: asked.electron,
    ...(asked.zips === undefined ? {} : { electronZipDir: asked.zips }),
    overwrite: true,
    prune: false,
    asar: { unpack: '**/*.node' },
    ...(process.platform === 'linux' ? {} : { icon: path.join(project, 'resources', 'icon') }),
    afterComplete: [
      (folder, _version, platform, _arch, done) => {
        const wishes = { mayLack: asked.electron !== usual }
        setFuses(programIn(folder, platform), wishes).then(() => done(), done)
      },
    ],
  })
  console.log(`Packaged: ${folders.join(', ')}`)
} catch (error) {
  console.error(`The app was not packaged: ${error instanceof Error ? error.message : String(error)}`)
  process.exitCode = 1
} finally {
  rmSync(staging, { recursive: true, force: true })
}

/** The app as it is shipped: what was built, and the two native modules with the binaries of this system. */
function stage(folder) {
  for (const part of ['out', 'resources', 'LICENSE']) {
    cpSync(path.join(project, part), path.join(folder, part), { recursive: true, filter: isNoTest })
  }
  const { name, productName, version, description, license, main, type } = manifest
  writeFileSync(
    path.join(folder, 'package.json'),
    JSON.stringify({ name, productName, version, description, license, main, type }, null, 2),
  )
  for (const native of ['better-sqlite3', 'keytar']) {
    const target = path.join(folder, 'node_modules', native)
    mkdirSync(target, { recursive: true })
    cpSync(path.join(asked.modules, native), target, {
      recursive: true,
      dereference: true,
      filter: isShipped,
    })
  }
}

/** What tests start lies in out/ too. */
function isNoTest(source) {
  return source !== path.join(project, 'out', 'tests')
}

/** Neither the sources that the native modules are compiled from, nor other systems' binaries. */
function isShipped(source) {
  const [module, folder, name] = source.split(path.sep).slice(-3)
  if (['deps', 'src', 'node_modules', 'binding.gyp'].includes(name)) return false
  // What was compiled here is the binary of a module that comes with none.
  if (name === 'build') return !existsSync(path.join(path.dirname(source), 'prebuilds'))
  if (folder === 'build') return name === 'Release'
  if (module === 'build') return name.endsWith('.node')
  return folder !== 'prebuilds' || name.startsWith(process.platform)
}

function programIn(folder, platform) {
  if (platform === 'darwin') return path.join(folder, `${manifest.productName}.app`)
  return path.join(folder, platform === 'win32' ? `${manifest.productName}.exe` : manifest.productName)
}

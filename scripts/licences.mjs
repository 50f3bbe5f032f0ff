import { readFileSync, writeFileSync } from 'node:fs'
import { pathToFileURL } from 'node:url'

/** A package that is shipped in part, as mail-programs.mjs made it. */
const data = [{ name: 'caniemail', version: '2.0.2', licence: 'MIT' }]

/** Name, version and licence of every package that is shipped, by the lock file. */
export function licencesOf(lock) {
  const shipped = Object.entries(lock.packages).flatMap(
    ([path, { name, version, license, dev, devOptional }]) => {
      const isShipped = path !== '' && (!(dev || devOptional) || path === 'node_modules/electron')
      return isShipped
        ? [{ name: name ?? path.split('node_modules/').at(-1), version, licence: license }]
        : []
    },
  )
  const known = new Map([...shipped, ...data].map((each) => [`${each.name} ${each.version}`, each]))
  return [...known.keys()].sort().map((key) => known.get(key))
}

const lockFile = new URL('../package-lock.json', import.meta.url)
const file = new URL('../resources/licences.json', import.meta.url)

/** Writes what Settings shows of it: `node scripts/licences.mjs`, after a dependency changed. */
if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const licences = licencesOf(JSON.parse(readFileSync(lockFile, 'utf8')))
  writeFileSync(file, `${JSON.stringify(licences, null, 2)}\n`)
}

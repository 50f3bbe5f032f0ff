import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { format, resolveConfig } from 'prettier'

// What mail programs show, out of the tables of caniemail.com: `node scripts/mail-programs.mjs`, run by hand. The package is
// fetched for its data alone and stands in no lock file.

const packed = {
  name: 'caniemail',
  version: '2.0.2',
  integrity:
    'sha512-lvhn4RrF2Ae3PQA3HMOVGxFPqPAxfv8HWp+xUSqJPumbzFUzQGVgFG0nl8s0sjSoBd2PgmAqB5xRF0wcPbrVcA==',
}

/** The program of each mailbox that we know people by, and Outlook on Windows: a family and a platform of the tables. */
const programs = [
  'apple-mail.ios',
  'fastmail.desktop-webmail',
  'free-fr.desktop-webmail',
  'gmail.desktop-webmail',
  'gmx.desktop-webmail',
  'hey.desktop-webmail',
  'ionos-1and1.desktop-webmail',
  'laposte.desktop-webmail',
  'mail-ru.desktop-webmail',
  'orange.desktop-webmail',
  'outlook.outlook-com',
  'outlook.windows',
  'protonmail.desktop-webmail',
  'sfr.desktop-webmail',
  't-online-de.desktop-webmail',
  'wp-pl.desktop-webmail',
  'yahoo.desktop-webmail',
]

/** What the review looks for. */
const sought = [
  'css-animation',
  'css-at-font-face',
  'css-background-image',
  'css-border-radius',
  'css-box-shadow',
  'css-display-flex',
  'css-display-grid',
  'css-filter',
  'css-function-clamp',
  'css-function-light-dark',
  'css-gap',
  'css-linear-gradient',
  'css-object-fit',
  'css-position',
  'css-text-shadow',
  'css-transform',
  'css-unit-calc',
  'css-variables',
  'html-picture',
  'image-avif',
  'image-svg',
  'image-webp',
]

/** What is left out besides where a mail is shown as a program shows it. */
const shown = [
  'aspect-ratio',
  'at-media',
  'background-position',
  'background-repeat',
  'background-size',
  'border-spacing',
  'box-sizing',
  'clip-path',
  'column-count',
  'float',
  'list-style-image',
  'max-height',
  'max-width',
  'min-height',
  'min-width',
  'opacity',
  'outline',
  'overflow',
  'text-overflow',
  'visibility',
  'white-space',
  'word-spacing',
]
const features = [...sought, ...shown.map((property) => `css-${property}`)].sort()

const folder = mkdtempSync(path.join(tmpdir(), 'mail-programs-'))
try {
  const run = (command, ...given) => execFileSync(command, given, { cwd: folder, encoding: 'utf8' })
  run('npm', 'pack', '--silent', `${packed.name}@${packed.version}`)
  const file = path.join(folder, `${packed.name}-${packed.version}.tgz`)
  const found = `sha512-${createHash('sha512').update(readFileSync(file)).digest('base64')}`
  if (found !== packed.integrity) throw new Error(`${packed.name} ${packed.version} is another one: ${found}`)
  run('tar', 'xzf', file, 'package/data/caniemail.json')
  const tables = JSON.parse(readFileSync(path.join(folder, 'package/data/caniemail.json'), 'utf8'))
  const out = {
    source: 'caniemail.com',
    package: `${packed.name} ${packed.version}`,
    licence: 'MIT',
    asOf: tables.last_update_date.slice(0, 10),
    features: Object.fromEntries(features.map((slug) => [slug, supportOf(tables, slug)])),
  }
  const target = fileURLToPath(new URL('../resources/mail-programs.json', import.meta.url))
  const style = await resolveConfig(target)
  writeFileSync(target, await format(JSON.stringify(out), { ...style, parser: 'json' }))
} finally {
  rmSync(folder, { recursive: true })
}

/** By program: "y" shown, "a" in part, "n" not; what was not tried is left out. */
function supportOf({ data }, slug) {
  const { stats } = data.find((feature) => feature.slug === slug)
  return Object.fromEntries(
    programs.flatMap((program) => {
      const [family, platform] = program.split('.')
      const newest = Object.entries(stats[family]?.[platform] ?? {})
        .sort(([one], [other]) => one.localeCompare(other, 'en', { numeric: true }))
        .at(-1)?.[1][0]
      return newest === undefined || !'yan'.includes(newest) ? [] : [[program, newest]]
    }),
  )
}

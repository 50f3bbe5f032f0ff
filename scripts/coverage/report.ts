import { readdirSync } from 'node:fs'
import path from 'node:path'
import { Covered } from './covered'
import { Dumps } from './dumps'
import { sharesOf, tableOf } from './table'
import { readVitestReport } from './vitest-report'

/**
 * `report.ts FOLDER [ROOT]`: prints how much of each source folder ran, by what a measured run left in FOLDER: the dumps of
 * processes and pages in raw/, vitest's reports beside it. `--files` tells it for every file. ROOT is the project's folder.
 */
const [folder = '', root = '.'] = process.argv.slice(2).filter((word) => !word.startsWith('--'))
const files = process.argv.includes('--files')
const project = path.resolve(root)
const covered = new Covered(project)
for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' }))
  if (path.basename(name) === 'coverage-final.json') readVitestReport(path.join(folder, name), covered)
const dumps = new Dumps(covered, path.join(project, 'out', 'renderer'))
for (const name of readdirSync(path.join(folder, 'raw'))) dumps.read(path.join(folder, 'raw', name))
process.stdout.write(
  `${tableOf(sharesOf(covered, (file) => (files ? file : (file.split('/')[0] ?? file))))}\n`,
)

import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { openDataFolder } from '../src-service/data-folder'
import { defaultContacts } from '../src-service/options'
import type Database from 'better-sqlite3'

// `npx tsx scripts/sample-figures.ts`: makes the sample as a first start does, counts it, and writes
// resources/sample-figures.json, which Welcome shows. To be run whenever the sample changes; a test compares.

/** What is in the sample of an embedded service that is started without options. */
export interface SampleFigures {
  contacts: number
  events: number
  domains: number
  templates: number
  campaigns: number
  segments: number
  workflows: number
  records: number
  /** Room on disk, to the nearest megabyte (1,000,000 bytes): names of months make it differ by a few kilobytes. */
  bytes: number
}

/** Makes the sample in a temporary folder and counts it. */
export async function countSample(): Promise<SampleFigures> {
  const folder = mkdtempSync(path.join(tmpdir(), 'postroom-sample-'))
  try {
    const db = await openDataFolder(folder, { contacts: defaultContacts })
    const figures = {
      contacts: count(db, 'contact'),
      events: count(db, 'event'),
      domains: count(db, 'domain'),
      templates: count(db, 'template'),
      campaigns: count(db, 'campaign'),
      segments: count(db, 'segment'),
      workflows: count(db, 'workflow'),
      records: count(db, 'record'),
    }
    db.close()
    const { size } = statSync(path.join(folder, 'service.db'))
    return { ...figures, bytes: Math.round(size / 1e6) * 1e6 }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

type Table = 'contact' | 'event' | 'domain' | 'template' | 'campaign' | 'segment' | 'workflow' | 'record'

function count(db: Database.Database, table: Table): number {
  return db.prepare<[], number>(`SELECT count(*) FROM ${table}`).pluck().get() ?? 0
}

/** The file with the figures. */
export const figuresFile = path.join(__dirname, '..', 'resources', 'sample-figures.json')

if (require.main === module) {
  void countSample().then((figures) => writeFileSync(figuresFile, `${JSON.stringify(figures, null, 2)}\n`))
}

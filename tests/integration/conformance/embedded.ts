import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import type { DialectName } from '../../../src-service/dialect/dialect'
import { open, type Way } from '../service/open'
import { type Subject, type SubjectWishes, type Target, uniqueAddress } from './subject'

const sendingDomain = 'sender.example'

/** The embedded service in one of its dialects, with one verified domain and an empty audience. */
export function embedded(way: Way, dialect: DialectName): Target {
  return {
    name: `${dialect}, ${way}`,
    dialect,
    open: (wishes) => openEmbedded(way, dialect, wishes),
  }
}

async function openEmbedded(way: Way, dialect: DialectName, wishes: SubjectWishes = {}): Promise<Subject> {
  const data = mkdtempSync(join(tmpdir(), 'postroom-conformance-'))
  const service = await open(way, { rate: 100_000, ...wishes, dialect, data })
  verifyDomain(data)
  return {
    ask: service.ask,
    secretKey: service.secretKey,
    publicKey: service.publicKey,
    sender: `post@${sendingDomain}`,
    recipient: uniqueAddress('recipient'),
    records: null,
    setDisabled: service.setDisabled,
    // The whole data folder goes in the end.
    keep: () => undefined,
    async end() {
      await service.stop()
      rmSync(data, { recursive: true, force: true })
    },
  }
}

/** A domain becomes verified by its DNS alone; here it is said to be. */
function verifyDomain(data: string): void {
  const db = new Database(join(data, 'service.db'), { fileMustExist: true, timeout: 5000 })
  db.prepare(
    `INSERT INTO domain (domain, verified, dkim_tokens, created_at, updated_at) VALUES (?, 1, 'one two three', 0, 0)`,
  ).run(sendingDomain)
  db.close()
}

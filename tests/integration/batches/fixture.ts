import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { connect } from '../../../src-main/core/database/database'
import type { Contact } from '../../../src-shared/interface/contact'
import { openBatchCore, type BatchCoreWishes } from '../../fixtures/batch-core'
import { fastClock } from '../../fixtures/fast-clock'
import { key, startVerifier } from '../verification/fixture'

/** Batches over a copy of their own and a server that verifies, in hurried time. */
export async function openFixture(wishes: Partial<BatchCoreWishes> = {}) {
  const folder = await mkdtemp(join(tmpdir(), 'postroom-batches-'))
  const server = await startVerifier()
  const factor = wishes.factor ?? 50
  const core = await openBatchCore({
    folder,
    key,
    url: server.url,
    clock: fastClock(factor),
    factor,
    ...wishes,
  })
  let current = core
  onTestFinished(async () => {
    await current.close()
    await server.close()
    await rm(folder, { recursive: true, force: true })
  })
  return {
    server,
    folder,
    ...core,
    /** Closes the core and opens it again, as quitting and starting does. */
    async reopen() {
      await current.close()
      current = await openBatchCore({
        folder,
        key,
        url: server.url,
        clock: fastClock(factor),
        factor,
        ...wishes,
      })
      return current
    },
    /** How many verdicts the ledger holds, and over how many addresses. */
    rowsOfLedger(): unknown {
      const db = connect(join(folder, 'cache.db'), key, { readonly: true })
      const counted = db
        .prepare('SELECT count(*) AS rows, count(DISTINCT email) AS emails FROM verdict')
        .get()
      db.close()
      return counted
    },
    /** Puts contacts of these addresses into the copy. */
    async contacts(emails: readonly string[]): Promise<void> {
      for (const [index, email] of emails.entries()) {
        const contact: Contact = {
          id: `c${index}`,
          email,
          subscribed: true,
          data: {},
          createdAt: new Date(Date.UTC(2026, 0, 1, 0, 0, index)).toISOString(),
          updatedAt: new Date(Date.UTC(2026, 0, 1, 0, 0, index)).toISOString(),
        }
        await core.cache.contacts.upsert(contact)
      }
    },
  }
}

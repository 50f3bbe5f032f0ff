import { join } from 'node:path'
import { readFile } from 'node:fs/promises'
import { readdirSync } from 'node:fs'
import { z } from 'zod'
import type { BatchDetail, BatchRow } from '../../../src-shared/bridge/verification'
import type { Bridge } from '../../../src-shared/bridge/contract'
import { connect as openDatabase } from '../../../src-main/core/database/database'
import type { PassedRequest } from '../../fixtures/recording-proxy'
import { allOf, copied, lookUntil } from '../person'
import { answerAbout, askedOf, batchDifferences } from '../proofs/batch'
import type { Scene } from '../scene'
import type { Story } from '../story'
import { Strangers } from '../strangers'
import type { Sent } from '../wire'

/** The addresses of everybody, verified, while the audience changes. */
export const batchStory: Story = {
  capability: 'batch',
  contacts: 150,
  isWrite: ({ path }) => path === '/v1/verify',
  async play(scene, changes) {
    const place = { address: scene.address, secretKey: scene.service.secretKey }
    const { isWrite } = batchStory
    scene.wire.instead = (request) =>
      isAsking(request) ? { status: 200, body: answerAbout(askedOf(request)) } : null
    const strangers = new Strangers(scene, changes, [...(await scene.service.people()).values()])
    const { batch, rows } = await scene.through({
      drive: async (bridge) => {
        await copied(bridge, place, 'contacts')
        return verified(bridge)
      },
      kills: scene.kills,
      within: 40,
      isWrite,
      meanwhile: () => strangers.any('create', 'change', 'remove'),
    })
    await scene.end()
    const asked = scene.wire.sent.filter(isWrite)
    return { differences: batchDifferences(batch, rows, asked, await ledgerOf(scene)), unknown: 0 }
  },
}

const isAsking = ({ path }: PassedRequest | Sent): boolean => path === '/v1/verify'

/** Verifies everybody, each step once; answers the batch once nobody waits. */
async function verified(bridge: Bridge): Promise<{ batch: BatchDetail; rows: BatchRow[] }> {
  const { batches } = await bridge.verification.page({ slice: { offset: 0, limit: 1 } })
  const source = { kind: 'notChecked', days: 0 } as const
  const { id } = batches[0] ?? (await bridge.verification.create({ source }))
  const batch = await lookUntil(
    async () => {
      const found = await bridge.verification.get({ id })
      if (found.work === null && found.job === null && found.waiting > 0)
        await bridge.verification.start({ id })
      return found
    },
    ({ work, waiting, job }) => work === null && waiting === 0 && (job === null || job.state === 'finished'),
  )
  const sort = { by: 'given', direction: 'asc' } as const
  const rows = await allOf((slice) => bridge.verification.rows({ id, filter: { search: '' }, sort, slice }))
  return { batch, rows }
}

/** How often the ledger of the copy holds each address. Nothing has the folder open. */
async function ledgerOf({ folder }: Scene): Promise<Map<string, number>> {
  const [profile = ''] = readdirSync(join(folder, 'profiles'))
  const keychain = z
    .record(z.string(), z.string())
    .parse(JSON.parse(await readFile(join(folder, 'keychain.json'), 'utf8')))
  const key = Object.entries(keychain).find(([account]) => account.includes('cache'))?.[1] ?? null
  const db = openDatabase(join(folder, 'profiles', profile, 'cache.db'), key)
  try {
    const rows = db
      .prepare<[], { email: string; times: number }>(
        'SELECT email, count(*) AS times FROM verdict GROUP BY email',
      )
      .all()
    return new Map(rows.map(({ email, times }) => [email, times]))
  } finally {
    db.close()
  }
}

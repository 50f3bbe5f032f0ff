import { t } from '../../../src-shared/messages/message'
import type { Answer } from '../../core/client/call-options'
import { defaultShare } from './stored'
import type { ConnectionReport } from '../../../src-shared/bridge/profiles'
import { limits } from '../../../src-shared/interface/limits'
import { tidyAddress } from '../../core/client/address'
import { createServiceClient } from '../../core/client/service'
import type { Host } from '../../core/host'
import { isProblem } from '../../core/problems'
import { noteOn, refuseWrongClass } from './key-facts'

/** Asks a service with the keys given, stores nothing. Rejects with what keeps the profile from working. */
export async function testConnection(
  input: { address: string; secretKey: string; publicKey?: string },
  host: Pick<Host, 'clock' | 'log' | 'version'>,
): Promise<ConnectionReport> {
  const { address, notes } = tidyAddress(input.address)
  refuseWrongClass(input)
  const { secretKey, publicKey } = input
  const client = createServiceClient({ ...host, address, secretKey, publicKey, backgroundShare: 1 })
  try {
    const first = await client.listContacts({ limit: 1 }, { priority: 'click' })
    const domains = await extra(
      client.listCatalogue('domains', { limit: limits.page.max }, { priority: 'click' }),
    )
    const campaigns = await extra(client.countCampaigns({ priority: 'click' }))
    const total = first.value.total ?? (first.value.next.kind === 'end' ? first.value.items.length : null)
    const unprefixed = noteOn(secretKey)
    return {
      latencyMs: first.durationMs,
      address,
      contacts: total,
      domains: domains?.total ?? domains?.items.length ?? null,
      campaigns,
      firstCopySeconds: total === null ? null : firstCopySeconds(total, first.durationMs),
      notes: [
        ...notes,
        ...(unprefixed === null ? [] : [unprefixed]),
        ...(publicKey === undefined ? [] : [t('profiles.connectionTest.thePublicKeyWas')]),
      ],
    }
  } finally {
    await client.close()
  }
}

/** What a deployment may not have, or not allow this key: it is left open in the report. */
async function extra<T>(asking: Promise<Answer<T>>): Promise<T | null> {
  try {
    return (await asking).value
  } catch (error) {
    if (isProblem(error)) return null
    throw error
  }
}

/**
 * Seconds of a first copy: a minute's share may leave at once, as fast as one stream of requests goes; all further
 * pages wait for the share of the minutes after it.
 */
export function firstCopySeconds(contacts: number, latencyMs: number): number {
  const pages = Math.max(1, Math.ceil(contacts / limits.page.max))
  const perMinute = limits.requestsPerMinute * defaultShare
  const waiting = (Math.max(0, pages - perMinute) / perMinute) * 60
  return Math.max(waiting, (pages * latencyMs) / 1000)
}

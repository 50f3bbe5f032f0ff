import { t } from '../../../src-shared/messages/message'
import { recordConnectionInputSchema } from '../../../src-shared/bridge/records'
import { tidyAddress } from '../../core/client/address'
import type { EmbeddedRecords } from '../../core/host'
import { isProblem } from '../../core/problems'
import type { ConnectionRegistry } from '../records'

/** The id of the connection to the embedded service's own records. */
export const embeddedConnection = 'embedded'

/**
 * Writes down where the embedded service's records are now: the port changes with every start, the token with a new data
 * folder. The connection is made with its profile; where a person removed it, it stays removed.
 */
export async function adoptRecords(
  registry: ConnectionRegistry,
  records: EmbeddedRecords,
  { isNew, now }: { isNew: boolean; now: number },
): Promise<void> {
  const known = registry.all().find(({ id }) => id === embeddedConnection)
  if (!known && !isNew) return
  const { token, companyId, workspaceId } = records
  const { address } = tidyAddress(records.url)
  const knownToken = known ? await tokenOf(registry) : null
  const isSame = known?.address === address && known.companyId === companyId && knownToken === token
  if (isSame) return
  const workspace = { address, companyId, workspaceId }
  const named = recordConnectionInputSchema.parse({
    name: t('profiles.embeddedRecords.sampleRecords'),
    ...workspace,
  })
  const connection = {
    ...named,
    ...known,
    ...workspace,
    id: embeddedConnection,
    createdAt: known?.createdAt ?? now,
  }
  await registry.put(connection, knownToken === token ? undefined : token)
}

/** The token as it is kept; null where it is missing or locked, and is written anew. */
async function tokenOf(registry: ConnectionRegistry): Promise<string | null> {
  try {
    return await registry.tokenOf(embeddedConnection)
  } catch (error) {
    if (isProblem(error, 'key_missing', 'keychain_locked')) return null
    throw error
  }
}

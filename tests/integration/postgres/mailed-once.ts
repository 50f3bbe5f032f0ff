import { expect } from 'vitest'
import type { ThreeProcesses, Written } from './three-processes'

interface StoredMessage {
  address: string
  status: string
  isOfCampaign: boolean
}

/**
 * What three processes sent, against what was asked of them: everybody got one mail, or none and it is known to be `unknown`.
 * Gives how many are unknown.
 * @throws AssertionError
 */
export async function expectMailedOnce(
  { server, rows }: Pick<ThreeProcesses, 'server' | 'rows'>,
  everyone: readonly string[],
): Promise<number> {
  const got = new Map<string, number>()
  for (const address of server.received.flatMap(({ to }) => to)) got.set(address, (got.get(address) ?? 0) + 1)
  expect([...got].filter(([, times]) => times > 1)).toEqual([])
  const messages = await rows<StoredMessage>(
    'SELECT address, status, campaign IS NOT NULL AS "isOfCampaign" FROM message',
  )
  expect(messages.map(({ address }) => address).sort()).toEqual([...everyone].sort())
  const isTrue = ({ address, status }: StoredMessage) =>
    status === 'unknown' || (status === 'sent' && got.has(address))
  expect(messages.filter((message) => !isTrue(message))).toEqual([])
  const sent = messages.filter(({ status, isOfCampaign }) => isOfCampaign && status === 'sent').length
  const counts = ['sent', 'delivered', 'bounced'].map((what) => `CAST(${what}_count AS integer) AS ${what}`)
  expect(await rows(`SELECT status, ${counts.join(', ')} FROM campaign`)).toEqual([
    { status: 'SENT', sent, delivered: sent, bounced: 0 },
  ])
  return messages.filter(({ status }) => status === 'unknown').length
}

/** Every contact that was said to be there is there. @throws AssertionError */
export async function expectKept(
  { rows }: Pick<ThreeProcesses, 'rows'>,
  { contacts, signedUp }: Written,
): Promise<void> {
  const kept = new Set((await rows<{ email: string }>('SELECT email FROM contact')).map(({ email }) => email))
  expect([...contacts, ...signedUp].filter((email) => !kept.has(email))).toEqual([])
}

import { tell } from '../../../src-shared/messages/told'
import type { RenderAs } from '../../../src-shared/bridge/review'
import type { Problem } from '../../../src-shared/problem'
import type { CatalogueWriting } from '../catalogue'
import { recordPath } from '../../core/client/catalogue'
import type { Mails } from '../mail'
import { readMailAddress } from '../../../src-shared/address/mail-address'
import { mailOf } from '../review'
import { asProblem, problem } from '../../core/problems'
import type { Campaigns } from './campaigns'

/** What test mails are sent with. */
export interface TestTools {
  campaigns: Pick<Campaigns, 'known'>
  writing: CatalogueWriting
  mails: Pick<Mails, 'test'>
}

/** What became of test mails, by address. */
export interface TestOutcome {
  sent: string[]
  failed: { email: string; problem: Problem }[]
}

/** Sends a test to each address, one request each. Rejects only where nothing could leave at all. */
export async function sendTests(
  { campaigns, writing, mails }: TestTools,
  {
    id,
    emails,
    by,
  }: { id: string; emails: string[]; by: { kind: 'service' } | { kind: 'rendered'; as: RenderAs } },
): Promise<TestOutcome> {
  writing.refuse()
  refuseFaulty(emails)
  const campaign = await campaigns.known(id)
  const to = [...new Map(emails.map((email) => [email.toLowerCase(), email])).values()]
  if (by.kind === 'rendered') {
    const rows = await mails.test({ mail: mailOf(campaign), as: by.as, emails: to, attachments: [] })
    return {
      sent: rows.filter(({ state }) => state === 'sent').map((row) => row.to),
      failed: rows
        .filter(({ state }) => state !== 'sent')
        .map((row) => ({ email: row.to, problem: row.problem ?? problem('outcome_unknown').problem })),
    }
  }
  const outcome: TestOutcome = { sent: [], failed: [] }
  for (const email of to) {
    const write = {
      title: tell('told.sendTest', { name: campaign.name, email }),
      method: 'POST',
      path: `${recordPath('campaigns', id)}/test`,
      body: { email },
    } as const
    try {
      await writing.make(write, (client) => client.testCampaign(id, email, { priority: 'click' }))
      outcome.sent.push(email)
    } catch (error) {
      outcome.failed.push({ email, problem: asProblem(error).problem })
    }
  }
  return outcome
}

function refuseFaulty(emails: readonly string[]): void {
  const fields = emails.flatMap((email, index) => {
    const { fault } = readMailAddress(email)
    return fault === null ? [] : [{ field: `emails.${index}`, message: `${email}: ${fault}` }]
  })
  if (fields.length > 0) throw problem('input_invalid', { fields })
}

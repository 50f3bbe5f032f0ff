import type { Bridge } from '../../../src-shared/bridge/contract'
import type { Check, AudienceReport } from '../../../src-shared/bridge/review'
import type { VerdictClass } from '../../../src-shared/bridge/verdicts'

/** Enters verdicts that were bought, of today. */
export async function enterVerdicts(
  bridge: Bridge,
  of: VerdictClass,
  emails: readonly string[],
  at = Date.now() - 60_000,
): Promise<void> {
  const text = ['email,result', ...emails.map((email) => `${email},${of}`)].join('\n')
  const { fileId } = await bridge.listFiles.open({ kind: 'text', text: `${text}\n` })
  const mapping = {
    email: 0,
    result: 1,
    reason: null,
    checked: { kind: 'day' as const, at },
    vendor: 'ZeroBounce',
    classes: [{ text: of, class: of }],
  }
  for await (const { added, ended } of await bridge.verdicts.addBought({ fileId, mapping })) {
    if (ended && added !== emails.length)
      throw new Error(`${added} of ${emails.length} verdicts were entered`)
  }
}

/** Reviews a draft as the copy holds it: who would get it, and what the rules found. */
export async function reviewed(
  bridge: Bridge,
  id: string,
): Promise<{ audience: AudienceReport; checks: Check[] }> {
  const { mail, audience } = await bridge.campaigns.get({ id })
  const input = { campaignId: id, mail, audience, scheduledFor: null }
  const checks = new Map<string, Check>()
  let report: AudienceReport | null = null
  for await (const step of await bridge.review.run(input)) {
    if (step.part === 'audience') report = step.audience
    if (step.part === 'checks') for (const check of step.checks) checks.set(check.key, check)
  }
  if (report === null) throw new Error('Nobody was counted')
  return { audience: report, checks: [...checks.values()] }
}

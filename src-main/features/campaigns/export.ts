import { t } from '../../../src-shared/messages/message'
import type { ExportProgress } from '../../../src-shared/bridge/grid'
import { funnelOf, rateOf } from '../../../src-shared/campaign-rates'
import { campaignCountFields, campaignSchema, type Campaign } from '../../../src-shared/interface/campaign'
import type { Cache } from '../../cache/store'
import type { Host } from '../../core/host'
import { dayOf, writeExport } from '../exports'

/** Rates of an export, 0 to 1: shares as the screens tell them. */
const rates = {
  deliveryRate: 'delivered',
  openRate: 'opened',
  clickRate: 'clicked',
  bounceRate: 'bounced',
  complaintRate: 'complained',
  unsubscribeRate: 'unsubscribed',
} as const

const texts = ['id', 'name', 'subject', 'type', 'status', 'scheduledFor', 'sentAt'] as const
const header = [...texts, ...campaignCountFields, ...Object.keys(rates)]

/** Writes the counts and rates of campaigns, as the copy holds them, in the order given. What it does not hold is left out. */
export async function* exportCampaigns(
  { catalogue }: Pick<Cache, 'catalogue'>,
  host: Pick<Host, 'chooseExportTarget' | 'clock'>,
  { ids, format }: { ids: string[]; format: 'csv' | 'json' },
  signal: AbortSignal | undefined,
): AsyncGenerator<ExportProgress, void, undefined> {
  const found = await Promise.all(ids.map((id) => catalogue.get({ list: 'campaigns', id })))
  const campaigns = found.flatMap((record) => (record === null ? [] : [campaignSchema.parse(record)]))
  yield* writeExport<Campaign>(
    {
      name: t('campaigns.export.campaignsDayof', { dayOf: dayOf(host.clock.now()) }),
      format,
      // Names and subjects are what people typed.
      guardFormulas: true,
      total: campaigns.length,
      async *slices() {
        if (campaigns.length > 0) yield campaigns
        await Promise.resolve()
      },
      header,
      cells: (campaign) => Object.values(shown(campaign)),
      object: shown,
    },
    host,
    signal,
  )
}

/** The columns of {@link header}, in their order. */
function shown(campaign: Campaign): Record<string, string | number | null> {
  const funnel = funnelOf(campaign)
  return {
    ...Object.fromEntries(texts.map((name) => [name, campaign[name] ?? null])),
    ...Object.fromEntries(campaignCountFields.map((name) => [name, campaign[name]])),
    ...Object.fromEntries(Object.entries(rates).map(([name, of]) => [name, rateOf(of, funnel)])),
  }
}

import { t } from '../../../src-shared/messages/message'
import { localDate } from '../../../src-shared/instants'
import type { CampaignPerson, MailStep } from '../../../src-shared/bridge/campaigns'
import type { ExportProgress } from '../../../src-shared/bridge/grid'
import { funnelOf, rateOf } from '../../../src-shared/campaign-rates'
import { campaignCountFields, campaignSchema, type Campaign } from '../../../src-shared/interface/campaign'
import type { Cache } from '../../cache/store'
import type { Host } from '../../core/host'
import { writeExport } from '../exports'
import type { WhoGot } from './who-got'

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
      name: t('campaigns.export.campaignsDayof', { dayOf: localDate(host.clock.now()) }),
      format,
      total: campaigns.length,
      async *slices() {
        if (campaigns.length > 0) yield campaigns
        await Promise.resolve()
      },
      header,
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

/** People read at a time. */
const slice = 1000

/** Writes who got a campaign with what became of it, as its list shows them: at a step, found by a search, or all. */
export async function* exportPeople(
  { whoGot, name }: { whoGot: Pick<WhoGot, 'people'>; name: string },
  host: Pick<Host, 'chooseExportTarget' | 'clock'>,
  { format, ...asked }: { id: string; step: MailStep | null; search: string; format: 'csv' | 'json' },
  signal: AbortSignal | undefined,
): AsyncGenerator<ExportProgress, void, undefined> {
  const part = (offset: number) => whoGot.people({ ...asked, slice: { offset, limit: slice } })
  const first = await part(0)
  yield* writeExport<CampaignPerson>(
    {
      name: t('campaigns.export.peopleOf', { name: name.slice(0, 80), day: localDate(host.clock.now()) }),
      format,
      total: first.count,
      async *slices() {
        for (let at = 0, { rows } = first; rows.length > 0; { rows } = await part((at += slice))) yield rows
      },
      header: peopleHeader,
      object: personShown,
    },
    host,
    signal,
  )
}

const peopleHeader = ['email', 'name', 'outcome', 'opens', 'clicks', 'link', 'left', 'reply', 'last']

/** The columns of {@link peopleHeader}, in their order. */
function personShown(person: CampaignPerson): Record<string, string | number | null> {
  const { email, name, step, opens, clicks, link, leaving, reply, at } = person
  const outcome = step === 'open' ? 'no answer' : step
  return { email, name, outcome, opens, clicks, link, left: leaving, reply, last: new Date(at).toISOString() }
}

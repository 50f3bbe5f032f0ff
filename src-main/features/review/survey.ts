import { t } from '../../../src-shared/messages/message'
import type { Clock } from '../../core/clock'
import type { Audience, AudienceFigures, AudienceReport, Mail } from '../../../src-shared/bridge/review'
import { campaignSchema, reachesUnsubscribed, type Campaign } from '../../../src-shared/interface/campaign'
import type { FilterCondition } from '../../../src-shared/interface/filter'
import type { SegmentGap } from '../../../src-shared/bridge/segments'
import { secondsFor } from '../../../src-shared/campaign-rates'
import { problem } from '../../core/problems'
import { recordOf } from '../catalogue'
import { gatherSegments, membersOf } from '../segments'
import type { AudienceDefinition, AudienceSurvey, SentCampaign } from '../segments/store'
import type { Cache } from '../../cache/store'
import { parted } from './left-out'
import { audienceOf, mailOf } from './of-campaign'
import { projectedShare, recently } from './rules/audience'
import { undeliverableSegments, verdictSegments } from './undeliverable-segments'

/** Milliseconds in which campaigns count as of late. */
const lately = 14 * 24 * 3600 * 1000

/** An audience as it is counted, and what the copy cannot tell of it. */
export interface Defined {
  definition: AudienceDefinition
  gaps: SegmentGap[]
}

/**
 * Reads whom an audience means from the copy. Who is unsubscribed gets transactional mail alone. `ours`: the segments that hold
 * undeliverable people; whom they leave out is told apart.
 */
export async function defined(
  audience: Audience,
  type: Mail['type'],
  { cache, ours }: { cache: Cache; ours: ReadonlySet<string> },
): Promise<Defined> {
  const subscribedOnly = !reachesUnsubscribed(type)
  const { audience: meant, leftOut } = parted(audience, ours)
  const whole = conditionOf(audience)
  const { segments, gaps } = whole === null ? { segments: [], gaps: [] } : await gatherSegments(whole, cache)
  const definition = { condition: conditionOf(meant), segments, subscribedOnly }
  if (leftOut.length === 0) return { definition, gaps }
  return { definition: { ...definition, without: inAnyOf(leftOut) }, gaps }
}

/** null: it is everyone. */
function conditionOf(audience: Audience): FilterCondition | null {
  if (audience.kind === 'all') return null
  return audience.kind === 'segment' ? membersOf(audience.id) : audience.condition
}

const inAnyOf = (segments: readonly string[]): FilterCondition => ({
  logic: 'OR',
  groups: segments.flatMap((id) => membersOf(id).groups),
})

/** An audience, counted. */
export interface Surveyed {
  survey: AudienceSurvey
  /** Campaigns that its overlap was asked for, by id. */
  sent: ReadonlyMap<string, { campaign: SentCampaign; name: string }>
  gaps: SegmentGap[]
  recentSince: number
}

/** An audience to be counted for somebody, and what of its people is asked. */
export interface SurveyRequest {
  asker: string
  audience: Audience
  mail: Mail
  campaignId: string | null
  variables: string[]
}

/** How many will get a mail, alone. Rejects with `cancelled` where the asker gave up. */
export async function firstFigure(
  { asker, audience, mail }: SurveyRequest,
  cache: Cache,
): Promise<{ willGet: number }> {
  const ours = await undeliverableSegments(cache)
  const { definition } = await defined(audience, mail.type, { cache, ours })
  const { willGet } = await cache.audience.first({ asker, ...definition })
  return { willGet }
}

/** Members, unsubscribed and who would get it of several audiences, and which segments hold the undeliverable. */
export async function audienceFigures(
  { audiences, type }: { audiences: readonly Audience[]; type: Mail['type'] },
  cache: Cache,
): Promise<AudienceFigures> {
  const ours = await undeliverableSegments(cache)
  const figures: AudienceFigures['figures'] = []
  for (const audience of audiences) {
    const { definition } = await defined(audience, type, { cache, ours })
    figures.push(await cache.audience.first({ asker: `figures ${figures.length}`, ...definition }))
  }
  const [risky, unknown] = [await verdictSegments(cache, 'risky'), await verdictSegments(cache, 'unknown')]
  return { figures, undeliverable: [...ours], risky: [...risky], unknown: [...unknown] }
}

/** Freezes those whom `of` means and who would not get a mail to `audience`. */
export async function leftOutOf(
  { of, audience, type }: { of: Audience; audience: Audience; type: Mail['type'] },
  cache: Cache,
): Promise<{ selectionId: string; count: number }> {
  const ours = await undeliverableSegments(cache)
  const [all, whole] = [
    await defined(of, type, { cache, ours }),
    await defined(audience, type, { cache, ours }),
  ]
  return cache.audience.outside({ of: all.definition, audience: whole.definition })
}

/** Freezes those who would get a campaign, as it is. Throws `conflict` where its audience cannot be read. */
export async function frozenAudience(
  campaign: Campaign,
  cache: Cache,
): Promise<{ selectionId: string; count: number }> {
  const read = audienceOf(campaign)
  if (read.audience === null) throw problem('conflict', { why: read.why })
  const ours = await undeliverableSegments(cache)
  const { definition } = await defined(read.audience, mailOf(campaign).type, { cache, ours })
  return cache.audience.willGet(definition)
}

/** Counts an audience over the copy. Rejects with `cancelled` where the asker gave up. */
export async function surveyed(
  of: SurveyRequest,
  { cache, clock }: { cache: Cache; clock: Clock },
): Promise<Surveyed> {
  const { asker, audience, mail, campaignId, variables } = of
  const ours = await undeliverableSegments(cache)
  const { definition, gaps } = await defined(audience, mail.type, { cache, ours })
  const sent = await sentLately({ cache, ours }, clock.now(), campaignId)
  const recentSince = clock.now() - recently
  const survey = await cache.audience.survey({
    ...definition,
    asker,
    variables,
    recentSince,
    sent: [...sent.values()].map(({ campaign }) => campaign),
    previous: campaignId,
  })
  return { survey, sent, gaps, recentSince }
}

/** Campaigns that were sent in the last days, or are on their way. */
async function sentLately(
  { cache, ours }: { cache: Cache; ours: ReadonlySet<string> },
  now: number,
  except: string | null,
): Promise<Map<string, { campaign: SentCampaign; name: string }>> {
  const sent = new Map<string, { campaign: SentCampaign; name: string }>()
  for (const record of await cache.catalogue.all('campaigns')) {
    const campaign = campaignSchema.parse(record)
    const sentAt = sentAtOf(campaign)
    if (campaign.id === except || sentAt === null || sentAt < now - lately) continue
    const { audience } = audienceOf(campaign)
    if (audience === null) continue
    const mail = mailOf(campaign)
    const { definition } = await defined(audience, mail.type, { cache, ours })
    sent.set(campaign.id, {
      name: campaign.name,
      campaign: { ...definition, id: campaign.id, sentAt, subject: campaign.subject },
    })
  }
  return sent
}

function sentAtOf({ status, sentAt, updatedAt }: Campaign): number | null {
  if (status !== 'SENT' && status !== 'SENDING') return null
  const instant = Date.parse(sentAt ?? updatedAt ?? '')
  return Number.isNaN(instant) ? null : instant
}

/** An audience as the page shows it. */
export async function reportOf(
  audience: Audience,
  { survey, sent }: Surveyed,
  cache: Cache,
): Promise<AudienceReport> {
  const { members, unsubscribed, willGet, verdicts, domains, otherDomains, mailboxes, change, selectionId } =
    survey
  const { audience: meant, leftOut } = parted(audience, await undeliverableSegments(cache))
  return {
    name: await nameOf(meant, cache),
    asOf: (await cache.runs.resource('contacts')).asOf,
    members,
    unsubscribed,
    undeliverableLeftOut: leftOut.length === 0 ? null : survey.leftOut,
    willGet,
    verdicts,
    projectedBounces: projectedShare(verdicts),
    change,
    seconds: secondsFor(willGet),
    domains,
    otherDomains,
    mailboxes,
    overlap: survey.overlap.flatMap(({ id, count, exact }) => {
      const found = sent.get(id)
      return found && count > 0
        ? [{ campaignId: id, name: found.name, sentAt: found.campaign.sentAt, count, exact }]
        : []
    }),
    personas: survey.personas.map(({ kind, label, contactId, email }) => ({ kind, label, contactId, email })),
    selectionId,
  }
}

async function nameOf(audience: Audience, cache: Cache): Promise<string> {
  if (audience.kind === 'all') return t('words.everyone')
  if (audience.kind === 'condition') return t('words.aConditionOfItsOwn')
  const segment = await recordOf(cache, 'segments', audience.id)
  return segment === null
    ? t('review.survey.aSegmentThatThe')
    : t('words.segmentName', { name: segment.name })
}

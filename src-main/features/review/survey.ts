import { t } from '../../../src-shared/messages/message'
import type { Clock } from '../../core/clock'
import type { Audience, AudienceFigures, AudienceReport, Mail } from '../../../src-shared/bridge/review'
import type { SegmentGap } from '../../../src-shared/bridge/segments'
import { secondsFor } from '../../../src-shared/campaign-rates'
import { projectedShare } from '../../../src-shared/projected-bounces'
import { problem } from '../../core/problems'
import { recordOf } from '../catalogue'
import type { AudienceSurvey, RecentMail } from '../segments/store'
import type { Cache } from '../../cache/store'
import type { Campaign } from '../../../src-shared/interface/campaign'
import { defined } from './defined'
import { audienceOf, mailOf } from './of-campaign'
import { parted } from './left-out'
import { recently } from './rules/audience'
import { type LateCampaign, type SameMail, sentLately, writtenTo } from './sent-lately'
import { undeliverableSegments, verdictSegments } from './undeliverable-segments'

/** An audience, counted. */
export interface Surveyed {
  survey: AudienceSurvey
  /** Campaigns that its overlap was asked for, by id. */
  sent: ReadonlyMap<string, LateCampaign>
  gaps: SegmentGap[]
  recent: RecentMail
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
  const sent = await sentLately({ cache, clock }, { mail, except: campaignId })
  const since = clock.now() - recently
  const recent: RecentMail = {
    since,
    sent: [...sent.values()].flatMap(({ campaign, ahead }) =>
      ahead || campaign.sentAt < since ? [] : [campaign],
    ),
    contactIds: await writtenTo({ cache }, since),
  }
  const survey = await cache.audience.survey({
    ...definition,
    asker,
    variables,
    recent,
    sent: [...sent.values()].map(({ campaign }) => campaign),
    previous: campaignId,
  })
  return { survey, sent, gaps, recent }
}

/** Those of the campaigns of late that say the same to some of an audience. */
export function sameMailsOf({ survey, sent }: Pick<Surveyed, 'survey' | 'sent'>): SameMail[] {
  return survey.overlap.flatMap(({ id, count }) => {
    const one = sent.get(id)
    if (!one || one.same === null || count === 0) return []
    const { name, ahead, same, campaign } = one
    return [{ id, name, sentAt: campaign.sentAt, ahead, same, count }]
  })
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
    projectedBounces: projectedShare(survey),
    bounceBasis: survey.bounceBasis,
    change,
    seconds: secondsFor(willGet),
    domains,
    otherDomains,
    mailboxes,
    overlap: survey.overlap.flatMap(({ id, count, exact }) => {
      const found = sent.get(id)
      return found && !found.ahead && count > 0
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

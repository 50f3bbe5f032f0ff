import { t } from '../../../src-shared/messages/message'
import { tell } from '../../../src-shared/messages/told'
import { SerialQueue } from '../../../src-shared/serial-queue'
import type { CampaignDetail, LeavePlan, LeftOut } from '../../../src-shared/bridge/campaigns'
import type { Audience, Leavable } from '../../../src-shared/bridge/review'
import type { Campaign } from '../../../src-shared/interface/campaign'
import { filterConditionSchema } from '../../../src-shared/interface/filter'
import type { Segment } from '../../../src-shared/interface/segment'
import type { ProblemError } from '../../../src-shared/problem'
import { sameValue } from '../../../src-shared/same-value'
import { isProblem, problem } from '../../core/problems'
import { parted, without, audienceOf, keptNames, verdictSegments } from '../review'
import type { Campaigns } from './campaigns'
import { VerdictSegment, type ChangedMembers, type VerdictSegmentTools } from './undeliverable'

/** What drafts are changed with. */
export interface LeavingOutTools extends VerdictSegmentTools {
  campaigns: Pick<Campaigns, 'get' | 'known' | 'update'>
}

/** A draft as a person saw it: `basis` is its `updatedAt` then; `of`: whom it is about. */
interface SeenDraft {
  id: string
  of: Leavable
  basis: string | null
}

/** Leaves people out of drafts for their verdict: the service itself leaves out nobody for a verdict. */
export class LeavingOut {
  readonly #segments: Record<Leavable, VerdictSegment>
  /** One at a time: two at once would make two segments. */
  readonly #queue = new SerialQueue()

  constructor(private readonly tools: LeavingOutTools) {
    this.#segments = {
      undeliverable: new VerdictSegment(tools, 'undeliverable'),
      risky: new VerdictSegment(tools, 'risky'),
      unknown: new VerdictSegment(tools, 'unknown'),
    }
  }

  /** What {@link leaveOut} would do, by the copy. */
  async plan({ id, of }: Pick<SeenDraft, 'id' | 'of'>): Promise<LeavePlan> {
    const { cache, campaigns, writing } = this.tools
    writing.refuse()
    const audience = audienceOfDraft(await campaigns.known(id))
    const segment = await this.#segments[of].known()
    const { people, adds, takes } = await this.#segments[of].changes(segment)
    const { leftOut } = parted(audience, await verdictSegments(cache, of))
    return {
      segment: { id: segment?.id ?? null, name: segment?.name ?? keptNames[of] },
      people,
      adds: adds.length,
      takes: takes.length,
      leftOut: segment !== null && leftOut.includes(segment.id),
    }
  }

  /** Brings the segment up to date, then has the draft leave it out. */
  leaveOut(draft: SeenDraft): Promise<LeftOut> {
    return this.#queue.run(() => this.#leaveOut(draft))
  }

  /** The audience is again what it was. */
  async takeBackIn(draft: SeenDraft): Promise<CampaignDetail> {
    const { cache, campaigns } = this.tools
    const { audience, leftOut } = parted(await this.#read(draft), await verdictSegments(cache, draft.of))
    return leftOut.length === 0
      ? campaigns.get(draft.id)
      : campaigns.update({ id: draft.id, basis: draft.basis, changes: { audience } })
  }

  async #leaveOut(draft: SeenDraft): Promise<LeftOut> {
    const { cache, campaigns } = this.tools
    const audience = await this.#read(draft)
    // Told before anything is written: the id makes no difference to it.
    leaving(audience, 'any', await verdictSegments(cache, draft.of))
    const segment = await this.#segments[draft.of].provide()
    const wanted = leaving(audience, segment.id, await verdictSegments(cache, draft.of))
    const isLeftOut = sameValue(wanted, audience)
    const { membersRead, ...changed } = await this.#update(draft, segment, isLeftOut)
    const campaign = isLeftOut
      ? await campaigns.get(draft.id)
      : await this.#change(draft, wanted, segment.name)
    return { campaign, ...changed, membersRead }
  }

  /** Brings the members up to date. `isLeftOut`: the draft leaves them out already. */
  async #update(
    { id, of: which }: SeenDraft,
    segment: Segment,
    isLeftOut: boolean,
  ): Promise<ChangedMembers & { membersRead: boolean }> {
    const { cache, clock } = this.tools
    const changed = { added: 0, taken: 0, refused: 0 }
    let of: number | null = null
    try {
      await this.#segments[which].readMembers(segment)
      const changes = await this.#segments[which].changes(segment)
      of = changes.adds.length
      await this.#segments[which].change(segment, changes, changed)
    } catch (error) {
      if (of !== null) await this.#segments[which].readAgain(segment)
      throw halfway(error, { segment: segment.name, added: changed.added, of, isLeftOut })
    } finally {
      const isAnother = changed.added + changed.taken > 0
      // Who gets it is another matter then, though the audience reads the same.
      if (isLeftOut && isAnother) await cache.reviews.open({ campaignId: id, now: clock.now() })
    }
    const isAnother = changed.added + changed.taken > 0
    return { ...changed, membersRead: !isAnother || (await this.#segments[which].readAgain(segment)) }
  }

  async #change(draft: SeenDraft, audience: Audience, segment: string): Promise<CampaignDetail> {
    const { campaigns } = this.tools
    try {
      return await campaigns.update({ id: draft.id, basis: draft.basis, changes: { audience } })
    } catch (error) {
      if (!isProblem(error)) throw error
      // Its answer may be all that was lost.
      const now = await this.#seen(draft.id)
      if (now !== null && sameValue(audienceOf(now).audience, audience)) return campaigns.get(draft.id)
      throw unchanged(error, segment, now !== null)
    }
  }

  /** The campaign as the service holds it; null where it cannot be asked now. */
  async #seen(id: string): Promise<Campaign | null> {
    try {
      return await this.tools.writing.read('campaigns', id)
    } catch (error) {
      if (!isProblem(error)) throw error
      return null
    }
  }

  /** The audience of a draft as the service holds it now. Throws `conflict` where it is another than was seen. */
  async #read({ id, basis }: SeenDraft): Promise<Audience> {
    const { writing } = this.tools
    writing.refuse()
    const campaign = await writing.read('campaigns', id)
    if (basis !== null && campaign.updatedAt !== undefined && campaign.updatedAt !== basis) throw another()
    return audienceOfDraft(campaign)
  }
}

/** An audience that leaves out the members of a segment, and those of no older one of ours. */
function leaving(audience: Audience, segmentId: string, ours: ReadonlySet<string>): Audience {
  const before = parted(audience, ours)
  if (before.leftOut.length === 1 && before.leftOut[0] === segmentId) return audience
  const condition = without(before.audience, segmentId)
  if (filterConditionSchema.safeParse(condition).success) return { kind: 'condition', condition }
  throw problem('input_invalid', {
    title: tell('campaigns.leavingOut.theAudienceHasNo'),
    why: tell('campaigns.leavingOut.itsConditionHasAs'),
    action: tell('campaigns.leavingOut.makeTheAudienceA'),
  })
}

function audienceOfDraft(campaign: Campaign): Audience {
  if (campaign.status !== 'DRAFT') {
    throw problem('conflict', {
      title: tell('campaigns.leavingOut.itIsNoDraft'),
      why: tell('campaigns.leavingOut.thisCampaignIsLowercase', { lowerCase: campaign.status.toLowerCase() }),
      action: tell('campaigns.campaigns.duplicateItToWrite'),
    })
  }
  const read = audienceOf(campaign)
  if (read.audience === null) throw unreadable(read.why)
  const { audience } = read
  // What was read without what is not known here must not be written in its place.
  if (audience.kind === 'condition' && !sameValue(audience.condition, campaign.audienceCondition)) {
    throw unreadable(t('campaigns.leavingOut.itsConditionHasParts'))
  }
  return audience
}

function unreadable(why: string): ProblemError {
  return problem('conflict', {
    title: tell('campaigns.leavingOut.itsAudienceCannotBe'),
    why: tell('campaigns.leavingOut.whyNothingWasWritten', { why }),
    action: tell('campaigns.leavingOut.chooseAnotherAudienceFor'),
  })
}

function another(): ProblemError {
  return problem('conflict', {
    title: tell('words.theCampaignHasChanged'),
    why: tell('campaigns.leavingOut.itWasChangedAt'),
    action: tell('campaigns.leavingOut.lookAtWhatIs'),
  })
}

/** The members were not all written. `of`: how many were to be added; null: that was not known yet. */
function halfway(
  error: unknown,
  done: { segment: string; added: number; of: number | null; isLeftOut: boolean },
): unknown {
  if (!isProblem(error)) return error
  const { segment, added, of, isLeftOut } = done
  const said =
    of === null
      ? t('campaigns.leavingOut.nobodyWasAddedTo', { segment })
      : t('campaigns.leavingOut.ofOfPeopleAdded', { of, added, segment })
  return problem(error.problem.code, {
    ...error.problem,
    title: tell('campaigns.leavingOut.theSegmentIsNot'),
    why: `${error.problem.why} ${said} ${isLeftOut ? t('campaigns.leavingOut.theDraftLeavesIts') : t('campaigns.leavingOut.theDraftWasNot')}`,
    action: tell('campaigns.leavingOut.leaveThemOutAgain'),
  })
}

/** The members are written, the draft is not. `known`: the service was asked. */
function unchanged({ problem: cause }: ProblemError, segment: string, known: boolean): ProblemError {
  const draft = known
    ? t('campaigns.leavingOut.theDraftDoesNot')
    : t('campaigns.leavingOut.whetherTheDraftWas')
  return problem(cause.code, {
    ...cause,
    title: known
      ? tell('campaigns.leavingOut.theDraftStillWrites')
      : tell('campaigns.leavingOut.theDraftMayStill'),
    why: tell('campaigns.leavingOut.whyTheyAreIn', { why: cause.why, segment, draft }),
    action: tell('campaigns.leavingOut.leaveThemOutAgain2'),
  })
}

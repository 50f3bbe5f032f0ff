import { t } from '../../../src-shared/messages/message'
import type { Clock } from '../../core/clock'
import { randomUUID } from 'node:crypto'
import type { Check, ReviewFound, ReviewInput, ReviewStep, Rule } from '../../../src-shared/bridge/review'
import { coveringDomain, type Domain } from '../../../src-shared/interface/domain'
import { asciiDomain } from '../../../src-shared/address/domain-name'
import { isDeployed, languageOf } from '../catalogue'
import { type AskSender, sendingDomains } from '../domains'
import type { AudienceSurvey } from '../segments/store'
import type { SegmentGap } from '../../../src-shared/bridge/segments'
import type { Cache } from '../../cache/store'
import type { SwitchedOff } from './store/reviews'
import { isProblem } from '../../core/problems'
import { readMail } from './language'
import { type ParsedMail, parseMail } from './parsed-mail'
import { rules } from './rules/all'
import { checkOf, found, mono, passed, type ReviewRule, type SenderFacts, type RuleFacts } from './rules/rule'
import { variablesToCount } from './rules/variables'
import { longestSize, type SizeTools, writtenSize } from './sent-size'
import { hashOf } from './sign-off'
import { type SurveyRequest, firstFigure, reportOf, sameMailsOf, surveyed, type Surveyed } from './survey'
import { KnownVariables } from './variables'

/** What a review is run with. */
export interface RunTools extends Omit<SizeTools, 'language'> {
  cache: Cache
  clock: Clock
  askSender: AskSender
  /** Takes over people that were frozen, so that the page can look at them. */
  frozen: { keep(selection: { selectionId: string; count: number }): Promise<void> }
}

/** A review that ended, as its people are asked for. */
export interface EndedReview {
  id: string
  surveyed: Surveyed | null
  surroundings: RuleFacts
}

/**
 * Runs a review: what the mail alone says at once, then the sender and the people as they are known.
 * In one piece: it is a sequence, whose steps are told as they come.
 */
export async function* runReview(
  input: ReviewInput,
  tools: RunTools,
  ended: (review: EndedReview) => void,
  signal?: AbortSignal,
): AsyncGenerator<ReviewStep, void, undefined> {
  const { cache, clock } = tools
  const { mail, audience, campaignId } = input
  const began = clock.monotonic()
  const id = randomUUID()
  const off = campaignId === null ? [] : (await cache.reviews.state(campaignId)).off
  const language = await languageOf(cache)
  const { mail: plain, ...template } = readMail(mail, language)
  const parsed = parseMail(plain)
  const sizeTools: SizeTools = { ...tools, language }
  const checks = new Map<Rule, Check[]>()
  const surroundings: RuleFacts = {
    known: await known(cache),
    sender: null,
    survey: null,
    sameMails: [],
    size: writtenSize(mail, sizeTools),
    template,
    scheduledFor: input.scheduledFor,
    now: clock.now(),
    ownZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
  }
  const look = (needs: readonly ReviewRule['needs'][]): ReviewStep => {
    const fresh = rules
      .filter((rule) => needs.includes(rule.needs))
      .flatMap((rule) => {
        const found = checksOf(rule, parsed, surroundings, off)
        checks.set(rule.rule, found)
        return found
      })
    return { part: 'checks', checks: fresh }
  }
  yield look(['mail'])

  const cancel = () => void cache.audience.cancel(id).catch(() => undefined)
  signal?.addEventListener('abort', cancel, { once: true })
  const waiting = new Map<string, Promise<SenderFacts | Surveyed | { willGet: number } | null>>()
  waiting.set('sender', senderFacts(mail.from, tools))
  let counted: Surveyed | null = null
  const asked: SurveyRequest | null =
    audience === null ? null : { asker: id, audience, mail, campaignId, variables: variablesToCount(parsed) }
  if (asked === null) yield look(['audience'])
  else waiting.set('figure', firstFigure(asked, cache))
  try {
    while (waiting.size > 0) {
      const next = await Promise.race([...waiting.values()])
      if (signal?.aborted) return
      if (next !== null && 'willGet' in next) {
        waiting.delete('figure')
        if (asked !== null) waiting.set('audience', surveyed(asked, tools))
        yield { part: 'figure', willGet: next.willGet, tookMs: clock.monotonic() - began }
      } else if (next !== null && 'survey' in next) {
        waiting.delete('audience')
        counted = next
        surroundings.survey = next.survey
        surroundings.sameMails = sameMailsOf(next)
        await tools.frozen.keep({ selectionId: next.survey.selectionId, count: next.survey.willGet })
        if (audience !== null) {
          const report = await reportOf(audience, next, cache)
          yield { part: 'audience', audience: report, tookMs: clock.monotonic() - began }
        }
        surroundings.size = await longestSize(mail, next.survey.personas, sizeTools)
        const step = look(surroundings.sender === null ? ['audience'] : ['audience', 'sender'])
        yield withGaps(step, next.gaps, parsed, checks)
      } else {
        waiting.delete('sender')
        surroundings.sender = next
        yield look(['sender'])
      }
    }
    const all = [...checks.values()].flat()
    const people = counted?.survey.willGet ?? 0
    const at = clock.now()
    const hash = audience === null ? '' : hashOf(mail, audience)
    if (campaignId !== null && counted !== null) {
      const count = (outcome: Check['outcome']) => all.filter((check) => check.outcome === outcome).length
      const counts = { errors: count('error'), warnings: count('warning'), notes: count('note') }
      const found = JSON.stringify(foundOf(all, counted.survey))
      await cache.reviews.note({ campaignId, review: { at, hash, people, ...counts, found } })
      if (input.background !== true)
        await cache.audience.keep({ owner: campaignId, selectionId: counted.survey.selectionId, at })
    }
    ended({ id, surveyed: counted, surroundings })
    const looked = [...checks.values()].filter((each) => each.some(({ outcome }) => outcome !== 'off')).length
    yield { part: 'done', reviewId: id, hash, rules: looked, people, tookMs: clock.monotonic() - began, at }
  } catch (error) {
    // Whoever gave up knows.
    if (!(signal?.aborted && isProblem(error, 'cancelled'))) throw error
  } finally {
    signal?.removeEventListener('abort', cancel)
    if (waiting.has('figure') || waiting.has('audience')) cancel()
    for (const left of waiting.values()) left.catch(() => undefined)
  }
}

function checksOf(
  rule: ReviewRule,
  parsed: ParsedMail,
  surroundings: RuleFacts,
  off: readonly SwitchedOff[],
): Check[] {
  const switched = off.find((each) => each.rule === rule.rule)
  if (switched === undefined) return rule.check(parsed, surroundings)
  const { reason, at } = switched
  const [first] = rule.check(parsed, surroundings)
  if (first === undefined) return []
  const said = passed(first.title, t('review.run.switchedOffReason', { reason }))
  return [{ ...checkOf(rule.rule, said), outcome: 'off', off: { reason, at } }]
}

/** What the copy cannot tell of an audience makes its figures too low: said beside who it is. */
function withGaps(
  step: ReviewStep,
  gaps: readonly SegmentGap[],
  parsed: ParsedMail,
  checks: Map<Rule, Check[]>,
): ReviewStep {
  if (step.part !== 'checks' || gaps.length === 0) return step
  const places = [parsed.placeIn('audience')]
  const said = gaps.map(({ id, name, why }) => {
    const title =
      why === 'missing'
        ? t('review.run.aSegmentIsMissing')
        : t('review.run.segmentMonoCannotBe', { mono: mono(name ?? id) })
    const sentence =
      why === 'missing'
        ? t('review.run.theAudienceNamesThe', { mono: mono(id) })
        : why === 'notRead'
          ? t('review.run.itsMembersWereNever')
          : t('review.run.itsConditionIsOne')
    const about = { key: `segment:${id}`, places }
    return checkOf('emptyAudience', found(why === 'notRead' ? 'warning' : 'error', title, sentence, about))
  })
  checks.set('emptyAudience', [...(checks.get('emptyAudience') ?? []), ...said])
  return { part: 'checks', checks: [...step.checks, ...said] }
}

async function known(cache: Cache): Promise<KnownVariables | null> {
  const { contacts } = await cache.maintenance.revision()
  if (contacts === 0) return null
  return new KnownVariables((await cache.contacts.fields()).map(({ key }) => key))
}

/** What the service and DNS say of the sender; null where its address names no domain. */
async function senderFacts(from: string, { cache, askSender }: RunTools): Promise<SenderFacts | null> {
  const written = from.trim().split('@').at(-1) ?? ''
  const domain = from.includes('@') ? asciiDomain(written) : null
  if (domain === null) return null
  const domains = await sendingDomains(cache)
  const deployed = await isDeployed(cache)
  const covering = coveringDomain(domain, domains, deployed)
  // A service may have no list of them: its run ends with a note, and nobody knows which domains there are.
  const { asOf, last } = await cache.runs.resource('domains')
  const wasRead = domains.length > 0 || (asOf !== null && last?.note === null)
  const standing = covering === null ? (wasRead ? 'absent' : null) : standingOf(covering, written, deployed)
  return { domain, written, standing, dns: await askSender(domain) }
}

/** A deployed service compares a sender's domain letter by letter (deployed.md section 2). */
function standingOf(covering: Domain, written: string, deployed: boolean): SenderFacts['standing'] {
  if (!covering.verified) return 'unverified'
  return deployed && written !== covering.domain ? 'otherwise' : 'verified'
}

function foundOf(checks: readonly Check[], { members, unsubscribed, leftOut }: AudienceSurvey): ReviewFound {
  return {
    checks: checks.flatMap(({ key, outcome, title, count, figure }) =>
      outcome === 'passed' || outcome === 'off' ? [] : [{ key, outcome, title, count, figure }],
    ),
    passed: checks.filter(({ outcome }) => outcome === 'passed').length,
    audience: { members, unsubscribed, undeliverable: leftOut },
  }
}

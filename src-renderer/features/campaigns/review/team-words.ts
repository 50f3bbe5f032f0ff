import { t } from '../../../../src-shared/messages/message'
import type { TeamPerson, TeamStand } from '../../../../src-shared/bridge/team'
import type { Check } from '../../../../src-shared/bridge/review'
import { formatNearMoment } from '../../../format'

/** The first groups of a hash: "9f41 c2d7". */
export function shortHash(hash: string, groups: number): string {
  return (hash.match(/.{4}/g) ?? []).slice(0, groups).join(' ')
}

/** What is still missing before a campaign can be sent. */
export function missingWords(stand: TeamStand): string {
  if (stand.version === null) return t('team.signOff.reviewFirst')
  if (stand.objections.length > 0) return t('team.signOff.somebodyObjects')
  if (stand.incomplete.length > 0) return t('team.signOff.entriesMissing')
  if (stand.missing > 0) return t('team.signOff.needsMore', { missing: stand.missing })
  return stand.allowed ? '' : t('team.signOff.notesWait', { notes: stand.unanswered })
}

/** How a sign-off stands, and whose signature would let it go. */
export function standWords(stand: TeamStand): string {
  if (stand.allowed) return t('team.signOff.canBeSent')
  if (stand.incomplete.length > 0) {
    return t('team.refused.entriesAreMissing', { names: stand.incomplete.join(', ') })
  }
  if (stand.missing === 0) return `${missingWords(stand)}.`
  return t('team.signOff.moreNeeded', { missing: stand.missing })
}

/** Who found that a finding may stand, and who wrote about it before and not since; null: nobody did. */
export function keptOf(stand: TeamStand, check: string) {
  const [kept] = stand.kept.filter((one) => one.check === check)
  if (kept === undefined) return null
  const others = stand.notes.filter((note) => note.check === check && note.key !== kept.key)
  const silent = new Set(
    others
      .filter(({ at, key }) => at <= kept.at && !others.some((note) => note.key === key && note.at > kept.at))
      .map(({ name }) => name),
  )
  return { ...kept, silent: [...silent] }
}

/** Who keeps a finding, and who has not answered. */
export function keptWords(kept: NonNullable<ReturnType<typeof keptOf>>, now: number): string {
  return t('team.notes.keptBy', {
    who: kept.mine ? 'you' : 'other',
    name: kept.name,
    moment: formatNearMoment(kept.at, now),
    silent: kept.silent.length,
    names: kept.silent.join(', '),
  })
}

/** The warnings of a review, how many are kept, and against whose notes. */
export function warningWords(stand: TeamStand, checks: readonly Pick<Check, 'key' | 'outcome'>[]): string {
  const warnings = checks.filter(({ outcome }) => outcome === 'warning')
  const kept = warnings.flatMap(({ key }) => keptOf(stand, key) ?? [])
  const against = kept.filter(({ silent }) => silent.length > 0)
  return t('team.signOff.warningsKept', {
    warnings: warnings.length,
    kept: kept.length,
    against: against.length,
    names: [...new Set(against.flatMap(({ silent }) => silent))].join(', '),
  })
}

/** Everybody else who can sign, with whether they have. */
export function whoWords(stand: TeamStand, people: readonly TeamPerson[], now: number) {
  return people
    .filter(
      ({ key, state, signs }) => state !== 'me' && (signs || stand.signatures.some((one) => one.key === key)),
    )
    .map(({ key, name, groups, whole }) => {
      const signed = stand.signatures.find((one) => one.key === key)
      const asked = stand.reminders.filter(({ to }) => to === key).map(({ at }) => at)
      return {
        key,
        name,
        mine: false,
        groups: groups.slice(0, 2).join(' '),
        signedAt: signed?.at ?? null,
        when: signed ? formatNearMoment(signed.at, now) : t('team.signOff.waits'),
        words: signed
          ? t('team.signOff.thisContent', { count: stand.version?.count ?? 0 })
          : !whole
            ? t('team.signOff.entriesMissing')
            : asked.length > 0
              ? t('team.signOff.askedAt', { moment: formatNearMoment(Math.max(...asked), now) })
              : t('team.signOff.notAsked'),
      }
    })
}

/** Why a signature is void: who changed what when, from what to what. */
export function voidWords(one: TeamStand['void'][number], count: number, now: number): string {
  const { cause, change, version, at } = one
  if (cause === 'takenBack') {
    return one.mine ? t('team.signOff.youTookBack') : t('team.signOff.tookBack', { name: one.name })
  }
  const counts = { before: version.count, after: count }
  if (cause === 'count') return t('team.signOff.othersNow', counts)
  if (change === null) {
    return cause === 'content'
      ? t('team.signOff.contentChanged', { moment: formatNearMoment(at, now) })
      : t('team.signOff.audienceChanged', counts)
  }
  const who = {
    who: change.mine ? 'you' : 'other',
    name: change.name,
    moment: formatNearMoment(change.at, now),
  }
  return cause === 'content'
    ? t('team.signOff.changedTheContent', who)
    : t('team.signOff.changedTheAudience', { ...who, ...counts })
}

import { spokenTag, t } from '../../../../../src-shared/messages/message'
import { mailboxNames } from '../../../../../src-shared/address/mailboxes'
import type { AudienceSurvey } from '../../../segments/store'
import { found, mono, passed, type Remark, reviewRule } from '../rule'
import { featuresOf } from './features'
import { excerptOf, type FoundFeature } from './hits'
import { shownBy, tablesAsOf } from './tables'

/** Of an audience: what reaches fewer is told in one line. */
const small = 0.01
const mostExcerpts = 2

/** What the mail programs of the audience leave out of the mail, by how many people that reaches. Never an error. */
export const mailPrograms = reviewRule('mailPrograms', 'audience', (parsed, { survey }) => {
  if (survey === null || survey.willGet === 0) return []
  const reached = featuresOf(parsed)
    .map((feature) => {
      const shows = shownBy(feature.slug)
      const without = survey.mailboxes.filter(({ mailbox }) => shows[mailbox] === false)
      const people = without.reduce((sum, each) => sum + each.people, 0)
      return { feature, shows, without, people, share: people / survey.willGet }
    })
    .filter(({ people }) => people > 0)
    .sort((one, other) => other.people - one.people)
  const told = reached.filter(({ share }) => share >= small)
  const few = reached.filter(({ share }) => share < small)
  if (reached.length === 0) return passed(t('review.programs.mailProgramsShowAll'))
  return [
    ...told.map(({ feature, shows, without, people, share }): Remark => {
      const places = feature.hits.map(({ start, end }) => parsed.place(start, end))
      return {
        ...found(feature.outcome, feature.title, sentenceOf(feature, without, share), {
          key: feature.slug,
          places,
          count: people,
          hasPeople: true,
        }),
        programs: {
          people,
          share,
          shows,
          asOf: tablesAsOf(),
          excerpts: feature.hits.slice(0, mostExcerpts).map((hit) => excerptOf(parsed, hit)),
        },
      }
    }),
    ...(few.length === 0 ? [] : [smallOnes(few.map(({ feature }) => feature))]),
  ]
})

function sentenceOf(
  { code, then }: FoundFeature,
  without: AudienceSurvey['mailboxes'],
  share: number,
): string {
  const names = without.flatMap(({ mailbox }) => mailboxNames[mailbox].split(', '))
  return t('review.programs.shareOfYourPeople', {
    share: `${(share * 100).toLocaleString(spokenTag(), { maximumFractionDigits: 0 })} %`,
    code: mono(code),
    first: names.slice(0, 4).join(', '),
    more: Math.max(0, names.length - 4),
    then,
  })
}

function smallOnes(features: readonly FoundFeature[]): Remark {
  const codes = features.map(({ code }) => mono(code)).join(', ')
  return found(
    'note',
    t('review.programs.andSmallOnes', { count: features.length }),
    t('review.programs.fewerThanOneIn', { codes }),
    { key: 'small' },
  )
}

import { spokenTag, t } from '../../../../src-shared/messages/message'
import { type Faint, faintTexts, type Scheme, textsOverPictures } from '../contrast/faint'
import { knowsDark } from '../render/css'
import type { ParsedMail } from '../parsed-mail'
import { found, mono, passed, type Remark, reviewRule } from './rule'

/** Text differs from what it stands on, in light and in dark. What a program turns round by itself is a note. */
export const contrast = reviewRule('contrast', 'mail', (parsed) => {
  const { body } = parsed.mail
  const remarks = (['light', 'dark', 'turned'] as const).flatMap((scheme): Remark[] => {
    if (scheme === 'dark' && !knowsDark(body)) return []
    const faint = faintTexts(body, scheme)
    return faint[0] ? [remark(parsed, scheme, faint, faint[0])] : []
  })
  const over = textsOverPictures(body)
  if (over.length > 0) {
    const places = over.map(({ start, end }) => parsed.place(start, end))
    const title = t('review.contrast.textOverAPicture')
    remarks.push(found('note', title, t('review.contrast.nobodyCanTell'), { key: 'picture', places }))
  }
  return remarks.length > 0 ? remarks : passed(t('review.contrast.textIsReadIn'))
})

function remark(parsed: ParsedMail, scheme: Scheme, all: readonly Faint[], worst: Faint): Remark {
  const titles: Record<Scheme, string> = {
    light: t('review.contrast.textIsFaint'),
    dark: t('review.contrast.textIsFaintIn'),
    turned: t('review.contrast.textIsFaintWhere'),
  }
  const sentence = t('review.contrast.wordsIsInkOn', {
    words: worst.words,
    ink: mono(worst.ink),
    ground: mono(worst.ground),
    ratio: worst.ratio.toLocaleString(spokenTag(), { maximumFractionDigits: 1 }),
  })
  const places = all.map(({ start, end }) => parsed.place(start, end))
  return found(scheme === 'turned' ? 'note' : 'warning', titles[scheme], sentence, { key: scheme, places })
}

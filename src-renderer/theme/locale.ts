import { isRightToLeft, closestLanguage } from '../../src-shared/messages/languages'
import { spokenTag, t } from '../../src-shared/messages/message'
import {
  dateDeDE,
  dateEnUS,
  deDE,
  enUS,
  unstableButtonRtl,
  unstableCheckboxRtl,
  unstableInputRtl,
  unstableMessageRtl,
  unstableRadioRtl,
  unstableSelectRtl,
  type NLocale,
} from 'naive-ui'

/** Naive UI's own words in our voice: no "Please", nothing where a label stands already. */
export const naiveLocale: NLocale = {
  ...(spokenTag() === 'de' ? deDE : enUS),
  Input: { placeholder: '' },
  Select: { placeholder: t('theme.locale.choose') },
  Empty: { description: t('theme.locale.nothingHere') },
}

/** How Naive UI writes dates. */
export const naiveDates = spokenTag() === 'de' ? dateDeDE : dateEnUS

/** What of Naive UI is told that the page is read from right to left; undefined where it is not. */
export const naiveRtl = isRightToLeft(closestLanguage(document.documentElement.lang))
  ? [
      unstableButtonRtl,
      unstableCheckboxRtl,
      unstableInputRtl,
      unstableMessageRtl,
      unstableRadioRtl,
      unstableSelectRtl,
    ]
  : undefined

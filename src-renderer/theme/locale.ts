import { t } from '../../src-shared/messages/message'
import { enUS, type NLocale } from 'naive-ui'

/** Naive UI's own words in our voice: no "Please", nothing where a label stands already. */
export const naiveLocale: NLocale = {
  ...enUS,
  Input: { placeholder: '' },
  Select: { placeholder: t('theme.locale.choose') },
  Empty: { description: t('theme.locale.nothingHere') },
}

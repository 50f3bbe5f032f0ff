import { t } from '../../../../src-shared/messages/message'
import type { Place } from '../../../../src-shared/bridge/review'
import type { MailElement, ParsedMail } from '../parsed-mail'
import { linksOf } from './link-kinds'
import { foundIn, mono, passed, type Remark, reviewRule } from './rule'

/** Whoever listens to a mail can follow it. Nothing of it is worse than a note: people who see it miss nothing. */
export const accessibility = reviewRule('accessibility', 'mail', (parsed) => {
  const remarks = [...language(parsed), ...headings(parsed), ...tables(parsed), ...linkTexts(parsed)]
  return remarks.length > 0 ? remarks : passed(t('review.accessibility.readAloudAsIt'))
})

const placeOf =
  (parsed: ParsedMail) =>
  ({ start, end }: MailElement): Place =>
    parsed.place(start, end)

function language(parsed: ParsedMail): Remark[] {
  if (parsed.elements.some(({ attributes }) => attributes.get('lang')?.trim())) return []
  const root = parsed.elements.find(({ tag }) => tag === 'html') ?? parsed.elements[0]
  const places = [root ? placeOf(parsed)(root) : parsed.place(0, 0)]
  const sentence = (lines: string) => t('review.accessibility.aScreenReaderReads', { lines })
  return [foundIn(places, 'note', t('review.accessibility.noLanguageIsSaid'), sentence, 'language')]
}

/** A heading that is more than one level below the one before it. */
function headings(parsed: ParsedMail): Remark[] {
  const all = parsed.elements.filter(({ tag, hidden }) => /^h[1-6]$/.test(tag) && !hidden)
  const level = ({ tag }: MailElement): number => Number(tag[1])
  const skipping = all.flatMap((heading, at) => {
    const before = all[at - 1]
    return before && level(heading) > level(before) + 1 ? [{ heading, before }] : []
  })
  const [first] = skipping
  if (first === undefined) return []
  const sentence = (lines: string) =>
    t('review.accessibility.headingsAreHowPeople', {
      before: mono(first.before.tag),
      heading: mono(first.heading.tag),
      lines,
    })
  const places = skipping.map(({ heading }) => placeOf(parsed)(heading))
  return [foundIn(places, 'note', t('review.accessibility.headingsLeaveALevel'), sentence, 'headings')]
}

/** Tables that lay a mail out and do not say so. A table with head cells or a caption holds data. */
function tables(parsed: ParsedMail): Remark[] {
  const hasData = parsed.elements.some(({ tag }) => tag === 'th' || tag === 'caption')
  const silent = parsed.elements.filter(
    ({ tag, attributes, hidden }) => tag === 'table' && !hidden && !attributes.has('role'),
  )
  if (hasData || silent.length === 0) return []
  const sentence = (lines: string) => t('review.accessibility.aScreenReaderCounts', { lines })
  const title = t('review.accessibility.tablesWithoutARole', { count: silent.length })
  return [foundIn(silent.map(placeOf(parsed)), 'note', title, sentence, 'tables')]
}

/** What says nothing of where a link leads, alone. */
const empty =
  /^(?:(?:click|tap|press)?\s*here|(?:read |learn |see |find out )?more|link|this(?: link| page)?|go|details|(?:klicken sie |klick )?hier|mehr(?: erfahren| lesen| infos?)?|weiter|zum link|ici|cliquez ici|en savoir plus|aquí|qui|tutaj|здесь|тут|هنا|こちら)[\s.!…»›>→:]*$/iu

function linkTexts(parsed: ParsedMail): Remark[] {
  const bare = linksOf(parsed).filter(
    ({ element }) =>
      !element.hidden &&
      !element.attributes.has('aria-label') &&
      empty.test(element.text.replace(/\s+/g, ' ').trim()),
  )
  const [first] = bare
  if (first === undefined) return []
  const sentence = (lines: string) =>
    t('review.accessibility.linksAreReadOut', { text: first.element.text.replace(/\s+/g, ' ').trim(), lines })
  const places = bare.map(({ element }) => placeOf(parsed)(element))
  const title = t('review.accessibility.linkTextSaysNothing', { count: bare.length })
  return [foundIn(places, 'note', title, sentence, 'linkTexts')]
}

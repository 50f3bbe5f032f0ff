import { t } from '../../../../src-shared/messages/message'
import { findVariables } from '../../../../src-shared/interface/template-text'
import type { ParsedMail } from '../parsed-mail'
import { preheaderOf } from '../render/preheader'
import { found, mono, passed, type Remark, reviewRule } from './rule'

/** Characters that programs on a computer show of a subject. */
const subjectShown = 70
/** Characters of a preheader that leave no room for what comes after it. */
const preheaderGood = 40

/** A subject that is there, fits, and does not shout or pretend. */
export const subject = reviewRule('subject', 'mail', (parsed) => {
  const text = parsed.mail.subject.trim()
  const places = [parsed.placeIn('subject')]
  const remarks: Remark[] = []
  const say = (key: string, title: string, sentence: string) =>
    remarks.push(found('warning', title, sentence, { key, places }))
  if (text === '') {
    const sentence = t('review.subject.theServiceRefusesA')
    return found('error', t('review.subject.subjectIsEmpty'), sentence, { key: 'empty', places })
  }
  const plain = withoutVariables(text)
  const length = Array.from(plain).length
  if (length > subjectShown) {
    const sentence = t('review.subject.mailProgramsShowAbout', { subjectShown })
    say('long', t('review.subject.subjectOfLengthCharacters', { length }), sentence)
  }
  const letters = plain.replace(/[^\p{L}]/gu, '')
  const cased = letters.replace(/[^\p{Lu}\p{Ll}]/gu, '')
  if (cased.length >= 8 && cased === cased.toUpperCase()) {
    const sentence = t('review.subject.itReadsAsShouting')
    say('capitals', t('review.subject.subjectInCapitals'), sentence)
  }
  const pretends = /^\s*((?:RE|FWD?|AW|WG|SV|VS|TR|RIF|R|ENC|RV|ODP|PD)\s*(?:\[\d+\])?\s*[:：])/i.exec(
    text,
  )?.[1]
  if (pretends !== undefined) {
    const sentence = t('review.subject.itPretendsToBe')
    say('answer', t('review.subject.subjectBeginsMono', { mono: mono(pretends.trim()) }), sentence)
  }
  if (
    /^(?:test|untitled|\(?no subject\)?|subject|todo|tbd|lorem ipsum|draft)\b[\s.!…-]*$/i.test(plain.trim())
  ) {
    const sentence = t('review.subject.monoSaysNothingTo', { mono: mono(text) })
    say('placeholder', t('review.subject.subjectIsAPlaceholder'), sentence)
  }
  return remarks.length > 0 ? remarks : passed(t('review.subject.subjectCharacters', { length }))
})

/** What is shown after the subject was chosen, and is no left-over. */
export const preheader = reviewRule('preheader', 'mail', (parsed) => {
  const runs = parsed.texts.filter(({ inside, text }) => inside === '' && text.trim() !== '')
  const [first] = runs
  if (first === undefined) {
    const sentence = t('review.subject.afterTheSubjectMail')
    return found('warning', t('review.subject.noPreheader'), sentence, { places: [parsed.place(0, 0)] })
  }
  const places = [parsed.place(first.start, first.start + first.text.length)]
  const shown = withoutVariables(preheaderOf(runs.map(({ text }) => text).join(' ')))
  if (leftOver.test(shown)) {
    const sentence = t('review.subject.afterTheSubjectPeople', { slice: shown.slice(0, 60) })
    return found('warning', t('review.subject.preheaderIsALeft'), sentence, { key: 'leftover', places })
  }
  if (repeats(shown, parsed)) {
    const sentence = t('review.subject.afterTheSubjectPeople2')
    return found('note', t('review.subject.preheaderRepeatsTheSubject'), sentence, { key: 'repeats', places })
  }
  const chosen = preheaderOf(leadingHidden(parsed))
  if (chosen === '') {
    const sentence = t('review.subject.noneWasWrittenSo', { slice: shown.slice(0, 60) })
    return found('note', t('review.subject.noPreheaderOfIts'), sentence, { key: 'none', places })
  }
  const length = t('counts.characters', { count: Array.from(chosen).length })
  if (Array.from(chosen).length < preheaderGood) {
    const sentence = t('review.subject.lengthLeaveRoomFor', {
      length,
      slice: shown.slice(0, 80),
      preheaderGood,
    })
    return found('note', t('review.subject.preheaderOfLength', { length }), sentence, {
      key: 'short',
      places,
    })
  }
  return passed(t('review.subject.preheaderLength', { length }))
})

/** What stands above many mails, for whoever cannot read them. */
const leftOver =
  /^(?:view|read|see|open|show|display)\b[^.]{0,40}\b(?:browser|online|web)\b|^(?:unsubscribe|having trouble|can.t see|email not displaying|problems? (?:viewing|reading))/i

function leadingHidden(parsed: ParsedMail): string {
  let out = ''
  for (const { text, hidden, inside } of parsed.texts) {
    if (inside !== '' || text.trim() === '') continue
    if (!hidden) break
    out += ` ${text}`
  }
  return out
}

function repeats(shown: string, parsed: ParsedMail): boolean {
  const plainly = (text: string) => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')
  const wanted = plainly(withoutVariables(parsed.mail.subject))
  return wanted.length > 8 && plainly(shown).startsWith(wanted)
}

/** A text with the fallbacks of its variables, or a word as long as their names. */
function withoutVariables(text: string): string {
  let out = ''
  let at = 0
  for (const { start, end, name, fallback } of findVariables(text)) {
    out += text.slice(at, start) + (fallback ?? name.replace(/^data\./, ''))
    at = end
  }
  return out + text.slice(at)
}

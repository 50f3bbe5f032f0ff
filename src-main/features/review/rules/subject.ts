import { findVariables } from '../../../../src-shared/interface/template-text'
import type { ParsedMail } from '../parsed-mail'
import { preheaderOf } from '../render/preheader'
import { counted, found, mono, passed, type Remark, reviewRule } from './rule'

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
    const sentence = 'The service refuses a mail without one. Say in a few words what it is about.'
    return found('error', 'Subject is empty', sentence, { key: 'empty', places })
  }
  const plain = withoutVariables(text)
  const length = Array.from(plain).length
  if (length > subjectShown) {
    const sentence = `Mail programs show about ${subjectShown}, telephones 40. Say the most important first, or less.`
    say('long', `Subject of ${length} characters`, sentence)
  }
  const letters = plain.replace(/[^\p{L}]/gu, '')
  const cased = letters.replace(/[^\p{Lu}\p{Ll}]/gu, '')
  if (cased.length >= 8 && cased === cased.toUpperCase()) {
    const sentence = 'It reads as shouting, and filters count it. Write it as a sentence.'
    say('capitals', 'Subject in capitals', sentence)
  }
  const pretends = /^\s*((?:RE|FWD?|AW|WG|SV|VS|TR|RIF|R|ENC|RV|ODP|PD)\s*(?:\[\d+\])?\s*[:：])/i.exec(
    text,
  )?.[1]
  if (pretends !== undefined) {
    const sentence =
      'It pretends to be an answer or forwarded. People feel deceived, and filters count it. Take it away.'
    say('answer', `Subject begins ${mono(pretends.trim())}`, sentence)
  }
  if (
    /^(?:test|untitled|\(?no subject\)?|subject|todo|tbd|lorem ipsum|draft)\b[\s.!…-]*$/i.test(plain.trim())
  ) {
    const sentence = `${mono(text)} says nothing to who gets it. Say what the mail is about.`
    say('placeholder', 'Subject is a placeholder', sentence)
  }
  return remarks.length > 0 ? remarks : passed(`Subject, ${counted(length, 'character')}`)
})

/** What is shown after the subject was chosen, and is no left-over. */
export const preheader = reviewRule('preheader', 'mail', (parsed) => {
  const runs = parsed.texts.filter(({ inside, text }) => inside === '' && text.trim() !== '')
  const [first] = runs
  if (first === undefined) {
    const sentence = 'After the subject, mail programs show the first words of a mail. This one has none.'
    return found('warning', 'No preheader', sentence, { places: [parsed.place(0, 0)] })
  }
  const places = [parsed.place(first.start, first.start + first.text.length)]
  const shown = withoutVariables(preheaderOf(runs.map(({ text }) => text).join(' ')))
  if (leftOver.test(shown)) {
    const sentence = `After the subject, people read “${shown.slice(0, 60)}”. Put a sentence that says more before it; it may be hidden.`
    return found('warning', 'Preheader is a left-over', sentence, { key: 'leftover', places })
  }
  if (repeats(shown, parsed)) {
    const sentence =
      'After the subject, people read the same once more. Use the room for a second reason to open it.'
    return found('note', 'Preheader repeats the subject', sentence, { key: 'repeats', places })
  }
  const chosen = preheaderOf(leadingHidden(parsed))
  if (chosen === '') {
    const sentence = `None was written, so people read “${shown.slice(0, 60)}”. A hidden sentence at the beginning takes its place.`
    return found('note', 'No preheader of its own', sentence, { key: 'none', places })
  }
  const length = counted(Array.from(chosen).length, 'character')
  if (Array.from(chosen).length < preheaderGood) {
    const sentence = `${length} leave room for what comes next: “${shown.slice(0, 80)}”. Write some ${preheaderGood} to 100.`
    return found('note', `Preheader of ${length}`, sentence, { key: 'short', places })
  }
  return passed(`Preheader, ${length}`)
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

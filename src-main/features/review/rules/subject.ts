import type { Check } from '../../../../src-shared/bridge/review'
import { findVariables } from '../../../../src-shared/interface/template-text'
import type { ParsedMail } from '../parsed-mail'
import { preheaderOf } from '../render/preheader'
import { counted, found, mono, passed, type ReviewRule } from './rule'

/** Characters that programs on a computer show of a subject. */
const subjectShown = 70
/** Characters of a preheader that leave no room for what comes after it. */
const preheaderGood = 40

/** A subject that is there, fits, and does not shout or pretend. */
export const subject: ReviewRule = {
  rule: 'subject',
  needs: 'mail',
  check(parsed) {
    const rule = 'subject'
    const text = parsed.mail.subject.trim()
    const places = [parsed.placeIn('subject')]
    const checks: Check[] = []
    const say = (outcome: 'error' | 'warning', key: string, title: string, sentence: string) =>
      checks.push(found(rule, outcome, { key, title, sentence, places }))
    if (text === '') {
      return [
        found(rule, 'error', {
          key: 'empty',
          title: 'Subject is empty',
          sentence: 'The service refuses a mail without one. Say in a few words what it is about.',
          places,
        }),
      ]
    }
    const plain = withoutVariables(text)
    const length = Array.from(plain).length
    if (length > subjectShown) {
      say(
        'warning',
        'long',
        `Subject of ${length} characters`,
        `Mail programs show about ${subjectShown}, telephones 40. Say the most important first, or less.`,
      )
    }
    const letters = plain.replace(/[^\p{L}]/gu, '')
    const cased = letters.replace(/[^\p{Lu}\p{Ll}]/gu, '')
    if (cased.length >= 8 && cased === cased.toUpperCase()) {
      say(
        'warning',
        'capitals',
        'Subject in capitals',
        'It reads as shouting, and filters count it. Write it as a sentence.',
      )
    }
    const pretends = /^\s*((?:RE|FWD?|AW|WG|SV|VS|TR|RIF|R|ENC|RV|ODP|PD)\s*(?:\[\d+\])?\s*[:：])/i.exec(
      text,
    )?.[1]
    if (pretends !== undefined) {
      say(
        'warning',
        'answer',
        `Subject begins ${mono(pretends.trim())}`,
        'It pretends to be an answer or forwarded. People feel deceived, and filters count it. Take it away.',
      )
    }
    if (
      /^(?:test|untitled|\(?no subject\)?|subject|todo|tbd|lorem ipsum|draft)\b[\s.!…-]*$/i.test(plain.trim())
    ) {
      say(
        'warning',
        'placeholder',
        'Subject is a placeholder',
        `${mono(text)} says nothing to who gets it. Say what the mail is about.`,
      )
    }
    return checks.length > 0 ? checks : [passed(rule, `Subject, ${counted(length, 'character')}`)]
  },
}

/** What is shown after the subject was chosen, and is no left-over. */
export const preheader: ReviewRule = {
  rule: 'preheader',
  needs: 'mail',
  check(parsed) {
    const rule = 'preheader'
    const runs = parsed.texts.filter(({ inside, text }) => inside === '' && text.trim() !== '')
    const [first] = runs
    if (first === undefined) {
      const sentence = 'After the subject, mail programs show the first words of a mail. This one has none.'
      return [found(rule, 'warning', { title: 'No preheader', sentence, places: [parsed.place(0, 0)] })]
    }
    const places = [parsed.place(first.start, first.start + first.text.length)]
    const shown = withoutVariables(preheaderOf(runs.map(({ text }) => text).join(' ')))
    if (
      /^(?:view|read|see|open|show|display)\b[^.]{0,40}\b(?:browser|online|web)\b|^(?:unsubscribe|having trouble|can.t see|email not displaying|problems? (?:viewing|reading))/i.test(
        shown,
      )
    ) {
      const sentence = `After the subject, people read “${shown.slice(0, 60)}”. Put a sentence that says more before it; it may be hidden.`
      return [
        found(rule, 'warning', { key: 'leftover', title: 'Preheader is a left-over', sentence, places }),
      ]
    }
    if (repeats(shown, parsed)) {
      const sentence =
        'After the subject, people read the same once more. Use the room for a second reason to open it.'
      return [
        found(rule, 'note', { key: 'repeats', title: 'Preheader repeats the subject', sentence, places }),
      ]
    }
    const chosen = preheaderOf(leadingHidden(parsed))
    if (chosen === '') {
      const sentence = `None was written, so people read “${shown.slice(0, 60)}”. A hidden sentence at the beginning takes its place.`
      return [found(rule, 'note', { key: 'none', title: 'No preheader of its own', sentence, places })]
    }
    const length = Array.from(chosen).length
    if (length < preheaderGood) {
      const sentence = `${counted(length, 'character')} leave room for what comes next: “${shown.slice(0, 80)}”. Write some ${preheaderGood} to 100.`
      return [
        found(rule, 'note', {
          key: 'short',
          title: `Preheader of ${counted(length, 'character')}`,
          sentence,
          places,
        }),
      ]
    }
    return [passed(rule, `Preheader, ${counted(length, 'character')}`)]
  },
}

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

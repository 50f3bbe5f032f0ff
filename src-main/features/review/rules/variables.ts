import { t } from '../../../../src-shared/messages/message'
import type { Place } from '../../../../src-shared/bridge/review'
import { givenVariable } from '../../../../src-shared/interface/liquid-view'
import { scanHtml } from '../../../../src-shared/interface/template-scan'
import { ownVariables } from '../../../../src-shared/interface/template-text'
import type { ParsedMail } from '../parsed-mail'
import { variablesOf } from '../variables'
import { meant, templateFaults, unknownMentions } from './template'
import { found, foundIn, linesOf, mono, passed, placeOf, type Remark, reviewRule } from './rule'

/** So many variables are told one by one: who has more has another trouble. */
const mostFound = 50
const own: ReadonlySet<string> = new Set(ownVariables)

/** Variables of other programs, and ones that are cut off: they are sent as they are written. */
const foreign = [
  /\{\{[^{}\n]{1,80}\}\}/g,
  /\*\|[A-Z0-9_:]{1,40}\|\*/g,
  /%%[a-z0-9_ ]{1,40}%%/gi,
  /\{%[^%\n]{1,80}%\}/g,
  /<%[^%\n]{1,80}%>/g,
  /\[\[[a-z_][a-z0-9_. ]{0,40}\]\]/gi,
  /\$\{[a-z_][a-z0-9_.]{0,40}\}/gi,
]

/** Names that nobody has a value for: a misspelt variable shows nothing in every mail. */
export const unknownVariable = reviewRule('unknownVariable', 'audience', (parsed, surroundings) => {
  const { known, survey } = surroundings
  const remarks = [...templateFaults(parsed, surroundings), ...unread(parsed)]
  const variables = [...variablesOf(parsed.mail)].filter(([name]) => name !== givenVariable)
  if (known === null && variables.some(([name]) => !own.has(name))) {
    const sentence = t('review.variables.theCopyHoldsNo')
    remarks.push(found('note', t('review.variables.variablesWereNotLooked'), sentence))
  }
  const unknown = variables.filter(([name]) => known !== null && !known.has(name))
  for (const [name, uses] of unknown.slice(0, mostFound)) {
    const places = uses.map((use) => placeOf(parsed, use))
    const bare = uses.some(({ fallback }) => !fallback)
    const said = { mono: mono(name), meant: meant(name, known, places) }
    const sentence = bare
      ? t('review.variables.nobodyInTheCopy', said)
      : t('review.variables.nobodyInTheCopyFallback', said)
    const about = { key: name, count: survey?.willGet ?? places.length, places }
    remarks.push(
      found(
        bare ? 'error' : 'warning',
        t('review.variables.unknownVariableMono', { mono: mono(name) }),
        sentence,
        about,
      ),
    )
  }
  remarks.push(...unknownMentions(parsed, surroundings))
  if (remarks.length > 0) return remarks
  return passed(
    variables.length === 0
      ? t('review.variables.noVariables')
      : t('review.variables.variablesKnown', { count: variables.length }),
  )
})

/** Variables that some of the people have no value for, and that have no fallback. */
export const missingValue = reviewRule('missingValue', 'audience', (parsed, { survey, known }) => {
  if (survey === null) return []
  const variables = variablesOf(parsed.mail)
  const remarks: Remark[] = []
  for (const { variable, count } of survey.missing) {
    const uses = (variables.get(variable) ?? []).filter(({ fallback }) => !fallback)
    const [first] = uses
    // One that nobody at all has is told by the rule above.
    if (count === 0 || first === undefined || (known !== null && !known.has(variable))) continue
    const places = uses.map((use) => placeOf(parsed, use))
    const name = mono(variable.replace(/^data\./, ''))
    const sentence = t('review.variables.countOfPeopleHave', {
      count,
      willGet: survey.willGet,
      name,
      reading: reading(parsed, first),
      linesOf: linesOf(places),
    })
    const about = { key: variable, count, places, hasPeople: true }
    remarks.push(found('warning', t('review.variables.noNameAndNo', { name }), sentence, about))
  }
  return remarks.length > 0 ? remarks : passed(t('review.variables.everyVariableHasA'))
})

/** The names whose values are to be counted: those that have no fallback somewhere. */
export function variablesToCount(parsed: ParsedMail): string[] {
  return [...variablesOf(parsed.mail)]
    .filter(
      ([name, uses]) => !own.has(name) && name !== givenVariable && uses.some(({ fallback }) => !fallback),
    )
    .map(([name]) => name)
}

type Use = Parameters<typeof placeOf>[1]

/** How it reads for somebody without a value: "Their mail begins “Hello ,”. ". */
function reading(parsed: ParsedMail, { part, start, end }: Use): string {
  const shown = parsed.texts.filter(({ inside, hidden }) => inside === '' && !hidden)
  const at = shown.findIndex((run) => run.start <= start && end <= run.start + run.text.length)
  const run = shown[at]
  const text = part === 'subject' ? parsed.mail.subject : run?.text
  if (text === undefined) return ''
  const offset = part === 'subject' ? 0 : (run?.start ?? 0)
  const filled = (piece: string) =>
    piece.replace(/\{\{\s*([^{}?]+?)\s*(?:\?\?[^{}]*)?\}\}/g, '…').replace(/\s+/g, ' ')
  const before = filled(text.slice(0, start - offset))
  const after = filled(text.slice(end - offset))
  // From the beginning of its sentence, or of a few words before it.
  const from = /(?:^|[.!?]\s+|\s)(\S+(?:\s\S+){0,2}\s?|)$/.exec(before)?.[1] ?? before.slice(-24)
  const to = /^[\p{P}\s]{0,3}(?:\S{1,20}(?:\s\S{1,20}){0,2})?/u.exec(after)?.[0] ?? ''
  const snippet = `${from}${after.startsWith(',') || after.startsWith('.') ? after.charAt(0) : to}`.trim()
  if (snippet === '') return ''
  if (part === 'subject') return `${t('review.variables.theirSubjectReads', { snippet })} `
  const isFirst =
    shown.slice(0, at).every(({ text: earlier }) => earlier.trim() === '') &&
    before.trim().split(' ').length <= 3
  const said = isFirst
    ? t('review.variables.theirMailBegins', { snippet })
    : t('review.variables.theirsReads', { snippet })
  return `${said} `
}

function unread(parsed: ParsedMail): Remark[] {
  const { mail } = parsed
  const written = new Map<string, Place[]>()
  const note = (text: string, place: Place) => {
    const places = written.get(text)
    if (places) places.push(place)
    else if (written.size < mostFound) written.set(text, [place])
  }
  const look = (
    text: string,
    taken: { start: number; end: number }[],
    place: (start: number, end: number) => Place,
  ) => {
    const covered = new Uint8Array(text.length)
    for (const { start, end } of taken) covered.fill(1, start, end)
    for (const pattern of foreign) {
      for (const match of text.matchAll(pattern)) {
        const end = match.index + match[0].length
        if (covered[match.index] === 1 && covered[end - 1] === 1) continue
        note(match[0], place(match.index, end))
      }
    }
  }
  const taken = { subject: [] as Use[], body: [] as Use[] }
  for (const uses of variablesOf(mail).values()) for (const use of uses) taken[use.part].push(use)
  look(mail.subject, taken.subject, (start, end) => parsed.placeIn('subject', start, end))
  const quiet = parsed.texts.filter(({ inside }) => inside !== '')
  look(
    mail.body,
    [...taken.body, ...quiet.map(({ start, text }) => ({ start, end: start + text.length }))],
    parsed.place,
  )
  const remarks = [...written].map(([text, places]) => {
    const sentence = (lines: string) =>
      t('review.variables.itIsNoVariable', { mono: mono("{{name ?? 'there'}}"), lines })
    return foundIn(
      places,
      'error',
      t('review.variables.monoIsSentAs', { mono: mono(text) }),
      sentence,
      `written:${text}`,
    )
  })
  return [...remarks, ...nowhere(parsed)]
}

/** Variables where the service fills in nothing: in scripts, in `on...` attributes, as names. */
function nowhere(parsed: ParsedMail): Remark[] {
  const places: Place[] = []
  for (const { pieces } of scanHtml(parsed.mail.body)) {
    for (const piece of pieces) {
      if (typeof piece !== 'string' && piece.context === 'none')
        places.push(parsed.place(piece.variable.start, piece.variable.end))
    }
  }
  if (places.length === 0) return []
  const title = t('review.variables.variablesWhereNoneIs')
  const sentence = (lines: string) => t('review.variables.scriptsEventAttributesAnd', { lines })
  return [foundIn(places, 'warning', title, sentence, 'nowhere')]
}

import { plainView, type TemplateLanguage } from '../../../../src-shared/interface/liquid-view'
import { findVariables } from '../../../../src-shared/interface/template-text'

/** A part of a subject; `name` of the variable that it came of, null where it was written so. */
export interface SubjectPiece {
  text: string
  name: string | null
  isMissing: boolean
}

/** A subject as somebody sees it, in parts, so that its values can be told from what was written. */
export function subjectPieces(
  subject: string,
  language: TemplateLanguage,
  values: readonly { name: string; text: string; from: string }[],
): SubjectPiece[] {
  const pieces: SubjectPiece[] = []
  let at = 0
  for (const { name, start, end } of findVariables(plainView(subject, language).text)) {
    const value = values.find((one) => one.name === name.replace(/^data\./, ''))
    if (!value) continue
    if (start > at) pieces.push({ text: subject.slice(at, start), name: null, isMissing: false })
    const isMissing = value.from === 'missing'
    pieces.push({ text: isMissing ? subject.slice(start, end) : value.text, name: value.name, isMissing })
    at = end
  }
  return [...pieces, { text: subject.slice(at), name: null, isMissing: false }]
}

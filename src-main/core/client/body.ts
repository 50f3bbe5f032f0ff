import { parseJson } from '../../../src-shared/interface/exact-number'

/** Whether a text is a web page or other markup: no JSON begins so. */
export function looksLikeHtml(text: string): boolean {
  return /^[\s\uFEFF]*</.test(text)
}

/** The JSON of a body; undefined where it is none. `Content-Type` is not asked: proxies get it wrong. */
export function parseBody(text: string): unknown {
  try {
    return parseJson(text.replace(/^\uFEFF/, ''))
  } catch {
    return undefined // Not JSON. What it is instead is told apart by the caller.
  }
}

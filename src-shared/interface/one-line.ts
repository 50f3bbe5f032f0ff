/**
 * A text as one line for a mail header: runs of line breaks and tabs become a space, other control characters go, and
 * half a surrogate pair becomes U+FFFD.
 */
export function oneLine(text: string): string {
  return text
    .replace(/[\t\n\v\f\r\u0085\u2028\u2029]+/g, ' ')
    .replace(/\p{Cc}/gu, '')
    .replace(/\p{Cs}/gu, '\ufffd')
    .trim()
}

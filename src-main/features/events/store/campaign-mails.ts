import { oneLine } from '../../../../src-shared/interface/one-line'
import { liquidTokens } from '../../../../src-shared/interface/liquid-tokens'
import { subjectMax } from '../../../../src-shared/interface/template-text'

/** Fewer letters than these of a subject, its variables apart, tell no campaign from another. */
const tellingLetters = 8

/** Whether an event's JSON, which this program wrote, says that its mail was this campaign's: by its id, else by its subject. */
export function namesCampaign({ id, subject }: { id: string; subject: string }): (json: string) => boolean {
  const named = `"campaignId":${JSON.stringify(id)}`
  const parts = literalParts(subject)
  const telling = parts.join('').length >= tellingLetters
  const whole = parts.length === 1 ? `"subject":${JSON.stringify(parts[0])}` : null
  return (json) => {
    if (json.includes(named)) return true
    if (whole !== null) return json.includes(whole)
    return telling && json.includes('"subject":') && inOrder(json, parts)
  }
}

const blocks = /^(end)?(?:if|unless|case|for|tablerow|capture)\b/

/**
 * What a subject shows to everybody between its variables, as JSON writes it; of one without variables the subject itself.
 * What stands within a block of Liquid shows to some alone.
 */
function literalParts(subject: string): string[] {
  const tokens = liquidTokens(subject)
  if (tokens.length === 0) return [oneLine(subject).slice(0, subjectMax)]
  const parts: string[] = []
  let at = 0
  let depth = 0
  for (const { kind, start, end, inner } of tokens) {
    if (depth === 0) parts.push(subject.slice(at, start))
    const block = kind === 'tag' ? blocks.exec(inner) : null
    if (block) depth = Math.max(0, depth + (block[1] === undefined ? 1 : -1))
    at = end
  }
  if (depth === 0) parts.push(subject.slice(at))
  return parts.map((part) => JSON.stringify(part).slice(1, -1))
}

function inOrder(text: string, parts: readonly string[]): boolean {
  let at = text.indexOf('"subject":')
  return parts.every((part) => {
    const found = text.indexOf(part, at)
    at = found + part.length
    return found >= 0
  })
}

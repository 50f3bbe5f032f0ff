import { doubtfulLetters } from '../../../core/doubtful-letters'
import { meantDomain } from '../map/suggest-address'
import { tidyAddress } from '../map/tidy-address'

/** Characters of an address that is short enough whatever its parts are. */
export const shortEnough = 200

/** What is known of a domain: whether it stands as it is written, and which one was probably meant. */
export interface KnownDomain {
  isSound: boolean
  meant: string | null
  /** What is doubtful about its letters, as a remark. */
  doubt: string | null
}

/** Looks a domain up, by way of an address that has nothing else to doubt. */
export function knownDomain(domain: string): KnownDomain {
  const tidy = tidyAddress(`a@${domain}`)
  const isSound = 'email' in tidy && !tidy.trimmed && !tidy.lowered
  return { isSound, meant: isSound ? meantDomain(domain) : null, doubt: doubtfulLetters(domain) }
}

/**
 * Where the @ stands of an address between two positions whose part before it is as plain as can be: lower case letters,
 * digits, and single dots, hyphens or underscores between them. -1 for all others. Whether such an address can be sent
 * is for its domain to say.
 */
export function plainLocal(text: string, from: number, to: number): number {
  let wasMark = true
  const end = Math.min(to, from + 65)
  for (let at = from; at < end; at += 1) {
    const code = text.charCodeAt(at)
    if (code === 0x40) return wasMark ? -1 : at
    const isMark = code === 0x2e || code === 0x2d || code === 0x5f
    if (isMark ? wasMark : !((code >= 0x61 && code <= 0x7a) || (code >= 0x30 && code <= 0x39))) return -1
    wasMark = isMark
  }
  return -1
}

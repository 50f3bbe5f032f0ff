/**
 * Writes a domain name in ASCII and lower case, international labels as `xn--`. Returns null for what cannot be a name;
 * whether it has a good form otherwise (dots, lengths, letters) is not looked at.
 */
export function asciiDomain(text: string): string | null {
  // A URL, whose rules do the conversion, knows more than names: ports, paths, escapes, addresses in brackets. And it
  // passes over marks that nobody sees; the two joiners mean something in some scripts.
  if (/[\s\p{Cc}/?#@:\\%[\]]|(?![\u200c\u200d])\p{Cf}/u.test(text)) return null
  try {
    return new URL(`http://${text}`).hostname
  } catch {
    // Not a name in any script.
    return null
  }
}

/** A domain in ASCII and lower case, or as it stands where it cannot be one. Plain ones, as nearly all are, cost little. */
export function asciiOrAsWritten(domain: string): string {
  return /^[\x21-\x7e]*$/.test(domain) ? domain.toLowerCase() : (asciiDomain(domain) ?? domain)
}

/** A domain name in ASCII and lower case, labels as `xn--`; null for what cannot be one. */
export function asciiDomain(text: string): string | null {
  // A URL's rules do the conversion, but take ports, paths and unseen marks too; two joiners mean something.
  if (/[\s\p{Cc}/?#@:\\%[\]]|(?![\u200c\u200d])\p{Cf}/u.test(text)) return null
  try {
    return new URL(`http://${text}`).hostname || null
  } catch {
    // Not a name in any script.
    return null
  }
}

/** A domain in ASCII and lower case, or as it stands where it cannot be one. Plain ones, as nearly all are, cost little. */
export function asciiOrAsWritten(domain: string): string {
  return /^[\x21-\x7e]*$/.test(domain) ? domain.toLowerCase() : (asciiDomain(domain) ?? domain)
}

/** No address is longer; what is longer is told to be none by its beginning. */
const longest = 320

/** A cell as an address: without spaces around it, and never longer than what could be one. */
export function trimmed(cell: string): string {
  return cell
    .slice(0, 4 * longest)
    .trim()
    .slice(0, longest)
}

/** As addresses are compared. */
export function folded(email: string): string {
  return email.toLowerCase()
}

/** The domain of an address in lower case; '' where it has none. */
export function domainOf(email: string): string {
  const at = email.lastIndexOf('@')
  return at < 0 ? '' : email.slice(at + 1).toLowerCase()
}

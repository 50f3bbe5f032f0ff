/** A key may stand behind an escape (`%3Dsk_...`) or a name (`my_sk_...`); a header in any case, its value on the next line. */
const keyPattern =
  /(?:(?<![A-Z0-9])|(?<=%[0-9A-F]{2}))(?:sk|pk|pat)_[\w-]+|\beyJ[\w-]+\.[\w-]+\.[\w-]+|\bBearer(?:\s|%20|\+)+\S+/gi
/** Shorter ones are words that stand in texts by chance, and no secrets worth the name. */
const shortestSecret = 8
/** Keys and tokens in use: a token of records may have any form, so none could be told by how it looks. */
const secretsInUse = new Set<string>()
/** How those may be written, the longest first: one may begin as another does. */
let written: string[] = []

/** Makes sure that a key or token never stands in a log or a message, whatever it looks like. */
export function keepSecret(secret: string): void {
  if (secret.length < shortestSecret || secretsInUse.has(secret)) return
  secretsInUse.add(secret)
  written = [...new Set([...secretsInUse].flatMap(waysToWrite))].sort((a, b) => b.length - a.length)
}

/** A secret as it stands in a header, in JSON, in an address and in a form. */
function waysToWrite(secret: string): string[] {
  const inForm = new URLSearchParams({ secret }).toString().slice('secret='.length)
  return [secret, JSON.stringify(secret).slice(1, -1), encodeURIComponent(secret), inForm]
}

/** Removes every key and token in use, and anything that looks like one, from a text. */
export function redact(text: string): string {
  let rest = text
  for (const secret of written) rest = rest.replaceAll(secret, '[key]')
  return rest.replace(keyPattern, '[key]')
}

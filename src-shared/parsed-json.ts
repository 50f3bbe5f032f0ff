/** What a text says as JSON; undefined where it is none, which a schema refuses as it does any other damage. */
export function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

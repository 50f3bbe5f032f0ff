/** An object of JSON whose keys nobody has checked. */
export type JsonObject = Record<string, unknown>

/** Whether a value is an object of JSON: no array, not null. */
export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

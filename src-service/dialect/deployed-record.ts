import type { Ids } from './ids'
import { isoTime } from './iso-time'

/** JSON text within a record: passed on as it is. */
export class JsonText {
  constructor(readonly text: string) {}
}

/** A value that is stored as JSON text; null stays null. */
export function stored(text: string | null): JsonText | null {
  return text === null ? null : new JsonText(text)
}

/** A time, milliseconds since 1970, as records have it; null stays null. */
export function timeOf(ms: number | null): string | null {
  return ms === null ? null : isoTime(ms)
}

/** What the one project is called. */
export const projectName = 'Postroom'

/** The id of the one project, which every record names (deployed.md section 1, "Records"). */
export function projectId(ids: Ids): string {
  return ids.encode('project', 1)
}

/** A record as JSON text: what is empty is null, never absent (deployed.md section 1, "Records"). */
export function recordText(fields: Record<string, unknown>): string {
  const texts = Object.entries(fields).map(([key, value]) => {
    const text = value instanceof JsonText ? value.text : JSON.stringify(value ?? null)
    return `${JSON.stringify(key)}:${text}`
  })
  return `{${texts.join(',')}}`
}

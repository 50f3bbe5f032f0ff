/** The fields that a condition asks for, from its JSON text; also of one that is no longer understood. */
export function fieldsAskedIn(condition: string | null): Set<string> {
  const fields = new Set<string>()
  const walk = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return
    const field: unknown = Reflect.get(value, 'field')
    if (typeof field === 'string') fields.add(field)
    for (const inner of Object.values(value)) walk(inner)
  }
  if (condition !== null) walk(JSON.parse(condition))
  return fields
}

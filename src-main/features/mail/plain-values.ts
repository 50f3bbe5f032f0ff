/** Values as they show: those of a mail alone say beside them that they are not stored. */
export function plainValues(data: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(data).map(([name, value]) => [
      name,
      typeof value === 'object' && value !== null && 'persistent' in value && 'value' in value
        ? value.value
        : value,
    ]),
  )
}

import type { Component } from 'vue'

/** One line of the palette. `more`: what Tab offers for it. */
export interface PaletteLine {
  id: string
  group: string
  label: string
  hint?: string
  icon: Component | null
  /** Shown as a link beneath its group: "All 214 contacts with …". */
  link?: boolean
  /** Keys that do the same, as caps. */
  caps?: string[]
  run: () => void | Promise<void>
  more?: PaletteLine[]
}

/** Lines in their groups, in the order they come. */
export function grouped(lines: readonly PaletteLine[]): { title: string; lines: PaletteLine[] }[] {
  const groups: { title: string; lines: PaletteLine[] }[] = []
  for (const line of lines) {
    const last = groups.at(-1)
    if (last && last.title === line.group) last.lines.push(line)
    else groups.push({ title: line.group, lines: [line] })
  }
  return groups
}

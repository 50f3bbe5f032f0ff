import type { Component } from 'vue'
import type { Why } from '../../lists/matched/why-found'

/** One line of the palette. `more`: what Tab offers for it. */
export interface PaletteLine {
  id: string
  group: string
  label: string
  hint?: string
  /** Searches look at the hint too. */
  hintIsSearched?: boolean
  /** Where else it was found, in the place of the hint. */
  why?: Why | null
  icon: Component | null
  /** Shown as a link beneath its group: "All 214 contacts with …". */
  link?: boolean
  /** Said at its end: when it was opened. */
  when?: string
  /** Keys that do the same, as caps. */
  caps?: string[]
  run: () => void | Promise<void>
  more?: PaletteLine[]
  /** Takes it out of what is recent. */
  forget?: () => void
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

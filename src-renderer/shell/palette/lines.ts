import type { Component } from 'vue'
import { folded, hasWords } from '../../lists/matched/marks'
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

/** How well a line was found by words, folded; the least is the best: its name begins with it, has it as a word, has it anywhere. */
function hitRank(
  { label, hint = '', hintIsSearched = false, link = false }: PaletteLine,
  words: readonly string[],
): number {
  const [first = ''] = words
  if (link) return 4
  const name = folded(label)
  if (hasWords(label, words)) {
    if (name.startsWith(first)) return 0
    return name.includes(` ${first}`) ? 1 : 2
  }
  return hintIsSearched && folded(hint).startsWith(first) ? 1 : 3
}

/** Lines with the group that has the best hit first; within a group, and among groups alike, in the order they came. */
export function byBestHit(lines: readonly PaletteLine[], words: readonly string[]): PaletteLine[] {
  const groups = new Map<string, { rank: number; lines: PaletteLine[] }>()
  for (const line of lines) {
    const group = groups.get(line.group) ?? { rank: Infinity, lines: [] }
    group.rank = Math.min(group.rank, hitRank(line, words))
    group.lines.push(line)
    groups.set(line.group, group)
  }
  return [...groups.values()].sort((one, other) => one.rank - other.rank).flatMap((group) => group.lines)
}

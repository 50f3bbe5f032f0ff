import type { Archive } from './archive'
import { readAllElements } from './elements'

/** When a workbook was saved, in milliseconds since 1970, and by whom; null where it does not say. */
export interface Saved {
  savedAt: number | null
  savedBy: string | null
}

/** What a part says of the last time that its workbook was saved; `at` and `by`: the names of the elements that hold it. */
export async function savedOf(
  archive: Archive,
  part: string,
  of: { at: string; by: string },
): Promise<Saved> {
  const texts = new Map<string, string>()
  if (archive.has(part)) {
    let within = ''
    await readAllElements(archive.part(part), {
      open: (name) => void (within = name),
      text: (text) => void texts.set(within, (texts.get(within) ?? '') + text),
      close: () => void (within = ''),
    })
  }
  const at = Date.parse(texts.get(of.at) ?? '')
  return { savedAt: Number.isNaN(at) ? null : at, savedBy: texts.get(of.by)?.trim() || null }
}

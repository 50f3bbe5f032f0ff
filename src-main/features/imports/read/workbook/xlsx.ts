import { tell } from '../../../../../src-shared/messages/told'
import { posix } from 'node:path'
import { problem } from '../../../../core/problems'
import type { Archive } from './archive'
import { readAllElements, readElements, savedOf } from './elements'
import { meaningOf, type NumberMeaning } from './numbers'
import type { SheetHead, SheetRow, Workbook } from './sheet'
import { isTrue, SheetReader, unescaped } from './xlsx-sheet'

/** Characters of all texts that a workbook keeps beside its sheets; they are in memory while it is read. */
const mostTexts = 300_000_000

interface Part extends SheetHead {
  path: string
}

/** A workbook of Excel's: sheets, formats and texts in parts of their own (ECMA-376). */
export async function openXlsx(archive: Archive): Promise<Workbook> {
  const { parts, from1904 } = await partsOf(archive)
  const meanings = await meaningsOf(archive)
  const { savedAt, savedBy } = await savedOf(archive, 'docProps/core.xml', {
    at: 'modified',
    by: 'lastModifiedBy',
  })
  let texts: Promise<string[]> | null = null
  const hidden = parts.map(() => new Set<number>())
  return {
    kind: 'xlsx',
    sheets: parts.map(({ name, hidden }) => ({ name, hidden })),
    savedAt,
    savedBy,
    async *rows(sheet): AsyncGenerator<SheetRow[]> {
      const part = parts[sheet]
      if (!part) throw new Error(`No sheet ${sheet}`)
      texts ??= textsOf(archive)
      const reader = new SheetReader({
        texts: await texts,
        meanings,
        from1904,
        hidden: hidden[sheet] ?? new Set(),
      })
      for await (const _ of readElements(archive.part(part.path), reader)) {
        void _
        const rows = reader.take()
        if (rows.length > 0) yield rows
      }
    },
    hiddenColumns: (sheet) => hidden[sheet] ?? new Set(),
    close: () => archive.close(),
  }
}

async function partsOf(archive: Archive): Promise<{ parts: Part[]; from1904: boolean }> {
  const targets = new Map<string, string>()
  await readAllElements(archive.part('xl/_rels/workbook.xml.rels'), {
    open(name, attributes) {
      const { Id, Target, Type = '' } = attributes
      if (name !== 'Relationship' || Id === undefined || Target === undefined) return
      if (!Type.endsWith('/worksheet')) return
      targets.set(Id, Target.startsWith('/') ? Target.slice(1) : posix.join('xl', Target))
    },
  })
  const parts: Part[] = []
  let from1904 = false
  await readAllElements(archive.part('xl/workbook.xml'), {
    open(name, attributes) {
      if (name === 'workbookPr') from1904 = isTrue(attributes['date1904'])
      if (name !== 'sheet') return
      // The sheet's own number is `sheetId`: the one with a prefix names its part.
      const id = Object.entries(attributes).find(([key]) => key.endsWith(':id'))?.[1]
      const path = id === undefined ? undefined : targets.get(id)
      // Charts have sheets of their own, without rows.
      if (path === undefined || !archive.has(path)) return
      const state = attributes['state'] ?? 'visible'
      parts.push({ name: attributes['name'] ?? '', hidden: state !== 'visible', path })
    },
  })
  return { parts, from1904 }
}

/** What numbers mean, by the style of their cell. */
async function meaningsOf(archive: Archive): Promise<NumberMeaning[]> {
  if (!archive.has('xl/styles.xml')) return []
  const formats = new Map<number, string>()
  const meanings: NumberMeaning[] = []
  let within = false
  await readAllElements(archive.part('xl/styles.xml'), {
    open(name, attributes) {
      if (name === 'numFmt') formats.set(Number(attributes['numFmtId']), attributes['formatCode'] ?? '')
      else if (name === 'cellXfs') within = true
      else if (name === 'xf' && within) {
        const id = Number(attributes['numFmtId'] ?? 0)
        meanings.push(meaningOf(id, formats.get(id)))
      }
    },
    close(name) {
      if (name === 'cellXfs') within = false
    },
  })
  return meanings
}

/** The texts that cells point to by their number. Without what tells how they are spoken. */
async function textsOf(archive: Archive): Promise<string[]> {
  if (!archive.has('xl/sharedStrings.xml')) return []
  const texts: string[] = []
  let size = 0
  let text = ''
  let within = false
  let spoken = 0
  const handler = {
    open(name: string) {
      if (name === 'si') text = ''
      else if (name === 'rPh') spoken += 1
      else if (name === 't') within = spoken === 0
    },
    text(piece: string) {
      if (within) text += piece
    },
    close(name: string) {
      if (name === 't') within = false
      else if (name === 'rPh') spoken -= 1
      else if (name === 'si') {
        const whole = unescaped(text)
        size += whole.length
        texts.push(whole)
      }
    },
  }
  for await (const _ of readElements(archive.part('xl/sharedStrings.xml'), handler)) {
    void _
    if (size > mostTexts) throw tooMuchText()
  }
  return texts
}

function tooMuchText(): Error {
  return problem('file_unreadable', {
    title: tell('imports.archive.theWorkbookIsToo'),
    why: tell('imports.xlsx.itsCellsHoldMore', { count: mostTexts / 1e6 }),
    action: tell('imports.archive.saveTheSheetAs'),
  })
}

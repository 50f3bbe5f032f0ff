import { spokenTag, t } from '../../../src-shared/messages/message'
import type { KeyPage } from '../../../src-shared/bridge/settings'
import type { Host } from '../../core/host'
import { ExportFile } from '../exports'

const signs: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const text = (plain: string): string => plain.replace(/[&<>"]/g, (sign) => signs[sign] ?? sign)

const style = `body { margin: 24px; font: 13px/20px system-ui, sans-serif; columns: 3 280px; column-gap: 32px }
section { break-inside: avoid; margin-bottom: 20px }
h1, h2 { font-size: 13px; margin: 0 0 4px }
h1 { font-size: 16px; column-span: all; margin-bottom: 16px }
td { padding: 2px 12px 2px 0; vertical-align: baseline }
kbd { border: 1px solid #cfc9bd; border-radius: 3px; padding: 0 5px; font: 11px/16px system-ui, sans-serif }`

const keys = (combinations: readonly (readonly string[])[]): string =>
  combinations
    .map((caps) => caps.map((cap) => `<kbd>${text(cap)}</kbd>`).join(' '))
    .join(` ${text(t('words.or'))} `)

/** Shortcuts as a page of HTML that needs nothing else. */
export function keyPage({ groups }: KeyPage): string {
  const sections = groups.map(({ title, lines }) => {
    const rows = lines.map((line) => `<tr><td>${keys(line.keys)}</td><td>${text(line.label)}</td></tr>`)
    return `<section><h2>${text(title)}</h2><table>${rows.join('\n')}</table></section>`
  })
  const heading = text(t('settings.keyPage.postroomShortcuts'))
  return `<!doctype html>
<html lang="${spokenTag()}">
<meta charset="utf-8">
<title>${heading}</title>
<style>${style}</style>
<h1>${heading}</h1>
${sections.join('\n')}
</html>
`
}

/** Writes the page to a file that the host asks for; null where the person closed the dialog. */
export async function saveKeyPage(page: KeyPage, host: Pick<Host, 'chooseExportTarget'>) {
  const target = await host.chooseExportTarget(t('settings.keyPage.postroomShortcutsHtml'))
  if (!target) return null
  const file = await ExportFile.open(target)
  try {
    await file.write(keyPage(page))
    return await file.finish()
  } finally {
    await file.close()
  }
}

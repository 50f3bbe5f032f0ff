import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { isRightToLeft, type SpokenLanguage } from '../../../../src-shared/messages/languages'
import type { StartOfPage } from '../../start-of-page'

const types: Record<string, string> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.ico': 'image/x-icon',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.wasm': 'application/wasm',
  '.woff': 'font/woff',
  '.woff2': 'font/woff2',
}

/** One file of the built page. `type` is its media type. */
interface Asset {
  readonly file: string
  readonly type: string
}

/** What a request for a path gets: a file, or the status that refuses it. */
type AssetAnswer = Asset | { readonly status: 400 | 404 }

/** The files of the built page by their path, `/` being index.html. */
export type Assets = (pathname: string) => AssetAnswer

/**
 * Lists the built page once. Only what is in this list can be asked for, so no path, however it is written, can
 * lead outside the folder; symbolic links are not listed.
 */
export async function listAssets(root: string): Promise<Assets> {
  const files = new Map<string, Asset>()
  async function list(folder: string, prefix: string): Promise<void> {
    for (const entry of await readdir(folder, { withFileTypes: true })) {
      const file = path.join(folder, entry.name)
      if (entry.isDirectory()) await list(file, `${prefix}${entry.name}/`)
      else if (entry.isFile()) {
        const type = types[path.extname(entry.name)] ?? 'application/octet-stream'
        files.set(prefix + entry.name, { file, type })
      }
    }
  }
  await list(root, '/')
  const index = files.get('/index.html')
  if (index) files.set('/', index)
  return (pathname) => {
    if (!/^\/[A-Za-z0-9._/-]*$/.test(pathname) || pathname.split('/').includes('..')) return { status: 400 }
    return files.get(pathname) ?? { status: 404 }
  }
}

/** What a page begins with. `start` is asked for with each page, as it may have changed since the last. */
export interface PageBeginning {
  readonly language: { readonly current: SpokenLanguage }
  start(): Promise<StartOfPage>
}

/** The bytes of a file; the page itself says how it begins, before any of its scripts runs. */
export async function readAsset({ file }: Asset, beginning: PageBeginning): Promise<Buffer> {
  if (path.basename(file) !== 'index.html') return readFile(file)
  const language = beginning.language.current
  const [html, frame, { framed, theme, screen }] = await Promise.all([
    readFile(file, 'utf8'),
    readFile(path.join(path.dirname(file), 'frames', `${language}.html`), 'utf8').catch(() => ''),
    beginning.start(),
  ])
  const attributes = [
    `lang="${language}"`,
    isRightToLeft(language) ? 'dir="rtl"' : '',
    theme === null ? '' : `data-theme="${theme}"`,
    screen === null ? '' : `data-screen="${screen}"`,
  ]
  const begun = html.replace('<html lang="en"', `<html ${attributes.filter((each) => each !== '').join(' ')}`)
  return Buffer.from(framed ? begun.replace('<body>', () => `<body>${frame}`) : begun)
}

import { createHash } from 'node:crypto'
import path from 'node:path'
import vue from '@vitejs/plugin-vue'
import { runnerImport } from 'vite'

/** The languages that the frame is written in: those that a page can speak. */
const languages = ['en', 'de', 'en-XA', 'ar-XB']

/** The styles are those of the page: nothing of them is wanted beside the markup. */
const withoutStyles = {
  name: 'without-styles',
  enforce: 'pre',
  resolveId: (id) => (/\.css$|[?&]type=style/.test(id) ? '\0without-styles' : null),
  load: (id) => (id === '\0without-styles' ? 'export default ""' : null),
}

/** The frame of the window in a language, as the page's own components draw it. */
async function frameIn(language, root) {
  process.env.POSTROOM_FRAME_LANGUAGE = language
  const { module } = await runnerImport(path.join(root, 'src-renderer', 'frame', 'render.ts'), {
    root: path.join(root, 'src-renderer'),
    mode: 'production',
    plugins: [withoutStyles, vue({ isProduction: true })],
    logLevel: 'error',
    define: { __VUE_I18N_LEGACY_API__: false, __INTLIFY_DROP_MESSAGE_COMPILER__: true },
  })
  return module.frame
}

/**
 * What the page runs first: its scripts, but where it begins with a frame once that is drawn; not even asked for are they before,
 * as handing them over would hold the frame up. A page that nobody looks at draws nothing, and starts all the same after a while.
 */
const starter = (script) => `const start = () => {
  for (const link of document.querySelectorAll('link[data-later]')) link.rel = 'modulepreload'
  return import('./${script}')
}
if (!document.getElementById('frame')) start()
else {
  const late = setTimeout(start, 150)
  requestAnimationFrame(() => {
    clearTimeout(late)
    setTimeout(start)
  })
}
`

/**
 * A plugin of the page's build. For each language it writes the frame that the window shows before its scripts have run, which the
 * host puts into the page; and it has the page's scripts wait until that is drawn, as reading them takes longer.
 */
export function windowFrame(root) {
  let first = ''
  return {
    name: 'window-frame',
    apply: 'build',
    async generateBundle(_options, bundle) {
      for (const language of languages) {
        this.emitFile({
          type: 'asset',
          fileName: `frames/${language}.html`,
          source: await frameIn(language, root),
        })
      }
      const script = path.basename(Object.keys(bundle).find((file) => /^assets\/start-.*\.js$/.test(file)))
      const source = starter(script)
      first = `assets/begin-${createHash('sha256').update(source).digest('base64url').slice(0, 8)}.js`
      this.emitFile({ type: 'asset', fileName: first, source })
    },
    transformIndexHtml: {
      order: 'post',
      handler(html) {
        const scripts = /<script type="module" crossorigin src="([^"]*)"><\/script>/g
        const later = html
          .replaceAll('<link rel="modulepreload"', '<link data-later')
          .replaceAll(scripts, '<link data-later crossorigin href="$1">')
        return later.replace(
          '</head>',
          `  <script type="module" crossorigin src="./${first}"></script>\n  </head>`,
        )
      },
    },
  }
}

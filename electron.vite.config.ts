import { resolve } from 'node:path'
import vue from '@vitejs/plugin-vue'
import { defineConfig } from 'electron-vite'
import { firstFiles } from './scripts/first-files.mjs'
import { pageTexts } from './scripts/page-texts.mjs'
import { windowFrame } from './scripts/window-frame.mjs'

// Native modules and Electron stay outside; everything else is bundled, so that the packaged app carries no
// dependency tree. Node 18 and Chromium 114 are the oldest programs the build must run in.
const external = ['electron', 'better-sqlite3', 'keytar', 'bufferutil', 'utf-8-validate']

// Only who measures coverage asks for them.
const sourcemap = process.env.POSTROOM_SOURCE_MAPS === '1'

// A door only passes on: who takes one name through it takes the one module behind, and none of the others that it names.
const treeshake = {
  moduleSideEffects: [{ test: /\/features\/[\w-]+\/(store\/)?index\.ts$/, sideEffects: false }],
}

export default defineConfig({
  main: {
    build: {
      target: 'node18',
      sourcemap,
      externalizeDeps: false,
      rolldownOptions: {
        external,
        treeshake,
        input: {
          desktop: resolve('src-main/hosts/desktop/desktop.ts'),
          serve: resolve('src-main/hosts/browser/serve.ts'),
          launch: resolve('src-main/hosts/launch/launch.ts'),
          'cache-worker': resolve('src-main/cache/worker.ts'),
          'import-worker': resolve('src-main/features/imports/worker.ts'),
          keychain: resolve('src-main/core/keychain/process.ts'),
          'parent-watch': resolve('src-main/hosts/parent-watch.ts'),
        },
        output: { format: 'cjs' },
      },
    },
  },
  preload: {
    build: {
      target: 'node18',
      sourcemap,
      externalizeDeps: false,
      rolldownOptions: {
        external,
        input: { preload: resolve('src-preload/preload.ts') },
        output: { format: 'cjs' },
      },
    },
  },
  renderer: {
    root: 'src-renderer',
    plugins: [vue(), pageTexts(resolve('.')), firstFiles('first'), windowFrame(resolve('.'))],
    // Of vue-i18n, what says texts: they are compiled by another (src-shared/messages/message.ts).
    define: { __VUE_I18N_LEGACY_API__: false, __INTLIFY_DROP_MESSAGE_COMPILER__: true },
    build: {
      target: 'chrome114',
      sourcemap,
      // Half the start of the page is reading its scripts.
      minify: true,
      // A font of few letters would be written into the style sheet, which font-src 'self' refuses.
      assetsInlineLimit: (file) => (file.endsWith('.woff2') ? false : undefined),
      rolldownOptions: {
        treeshake,
        input: { index: resolve('src-renderer/index.html') },
        output: {
          codeSplitting: {
            includeDependenciesRecursively: false,
            groups: [
              // What the page starts with is one script and one style sheet, in the order in which it is imported.
              { name: 'start', tags: ['$initial'] },
              // The screens where nearly everybody is first, with all that they need: a screen that asks for fifty small files waits for each.
              {
                name: 'first',
                test: /features\/(overview\/OverviewPage|contacts\/ContactsPage)\.vue$/,
                includeDependenciesRecursively: true,
              },
              // The editor of mails is half a megabyte, for the three screens that write mails.
              {
                name: 'editor',
                test: /@codemirror|@lezer|features\/mail\/compose\/(editor\/|MailEditor|EditorImages)/,
              },
              // What several screens share is one file.
              { name: 'screens', test: /src-(renderer|shared)|@lucide|naive-ui/, minShareCount: 2 },
            ],
          },
        },
      },
    },
  },
})

import { readdirSync } from 'node:fs'
import { basename, resolve } from 'node:path'
import { defineConfig } from 'vite'

const folder = resolve('tests/programs')
const programs = readdirSync(folder).map((file) => [basename(file, '.ts'), resolve(folder, file)])

/** Builds what tests start as processes and threads of their own: from their sources, each would take most of a second. */
export default defineConfig({
  ssr: { noExternal: true, external: ['better-sqlite3', 'keytar', 'bufferutil', 'utf-8-validate'] },
  build: {
    ssr: true,
    target: 'node24',
    outDir: 'out/tests',
    emptyOutDir: true,
    // Only who measures coverage asks for it.
    sourcemap: process.env.POSTROOM_SOURCE_MAPS === '1',
    rolldownOptions: {
      external: ['better-sqlite3', 'keytar', 'bufferutil', 'utf-8-validate'],
      input: Object.fromEntries(programs),
      // Side by side, two folders below the project as their sources are: what is found from __dirname is found here too.
      output: { format: 'cjs', entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js' },
    },
  },
})

import { resolve } from 'node:path'
import { defineConfig } from 'vite'

/** Builds the embedded service: it runs on the Node that package.json pins, in a process of its own. */
export default defineConfig({
  ssr: { noExternal: true, external: ['better-sqlite3'] },
  build: {
    ssr: true,
    target: 'node24',
    outDir: 'out/service',
    emptyOutDir: true,
    // Only who measures coverage asks for it.
    sourcemap: process.env.POSTROOM_SOURCE_MAPS === '1',
    rolldownOptions: {
      external: ['better-sqlite3'],
      input: { service: resolve('src-service/service.ts') },
      output: { format: 'cjs', entryFileNames: '[name].js' },
    },
  },
})

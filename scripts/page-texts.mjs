import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'

/** Which texts a program says: their keys stand in its sources, whole or by how they begin. */
export function saidBy(sources) {
  const all = sources.join('\n')
  const said = new Set(Array.from(all.matchAll(/['"]([a-z]\w*\.[\w.]+)['"]/gi), ([, key]) => key))
  const begun = Array.from(all.matchAll(/`([a-z]\w*\.[\w.]*)\$\{/gi), ([, start = '']) => start)
  return (key) => said.has(key) || begun.some((start) => key.startsWith(start))
}

/** A plugin of the page's build: of each catalogue it takes what the page says. The rest is said by the core alone. */
export function pageTexts(root) {
  let isSaid = () => true
  return {
    name: 'page-texts',
    enforce: 'pre',
    buildStart() {
      const sources = ['src-renderer', 'src-shared'].flatMap((folder) =>
        readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
          .filter((file) => /\.(ts|vue)$/.test(file))
          .map((file) => readFileSync(path.join(root, folder, file), 'utf8')),
      )
      isSaid = saidBy(sources)
    },
    transform(code, id) {
      const name = /[\\/]messages[\\/]\w+[\\/](\w+)\.json$/.exec(id)?.[1]
      if (name === undefined) return null
      const texts = Object.entries(JSON.parse(code)).filter(([key]) => isSaid(`${name}.${key}`))
      return { code: JSON.stringify(Object.fromEntries(texts)), map: null }
    },
  }
}

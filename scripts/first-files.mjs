/**
 * A plugin of the page's build: the page asks for the files of its first screens as it asks for its own, and not only when its
 * router comes to them. `name`: the chunk that holds them.
 */
export function firstFiles(name) {
  return {
    name: 'first-files',
    transformIndexHtml: {
      order: 'post',
      handler(_html, { bundle = {} }) {
        const files = Object.keys(bundle).filter((file) => file.startsWith(`assets/${name}-`))
        return files.map((file) => ({
          tag: 'link',
          attrs: {
            rel: file.endsWith('.css') ? 'stylesheet' : 'modulepreload',
            crossorigin: true,
            href: `./${file}`,
          },
          injectTo: 'head',
        }))
      },
    },
  }
}

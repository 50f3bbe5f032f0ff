import type { HtmlTagDescriptor } from 'vite'
import { expect, it } from 'vitest'
import { firstFiles } from '../../../scripts/first-files.mjs'

it('the page asks for the scripts and styles of its first screens at once, and for nothing else', () => {
  const hook = firstFiles('first').transformIndexHtml
  if (typeof hook !== 'object') throw new Error('The plugin does not change the page.')
  const bundle = {
    'assets/first-A.js': {},
    'assets/first-A.css': {},
    'assets/screens-B.js': {},
    'index.html': {},
  }
  const tags = hook.handler.call({} as never, '', { bundle } as never) as HtmlTagDescriptor[]
  expect(tags.map(({ tag, attrs }) => [tag, attrs?.rel, attrs?.href])).toEqual([
    ['link', 'modulepreload', './assets/first-A.js'],
    ['link', 'stylesheet', './assets/first-A.css'],
  ])
})

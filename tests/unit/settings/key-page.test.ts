import { expect, it } from 'vitest'
import { keyPage } from '../../../src-main/features/settings/key-page'

it('writes each part with its keys, and text as text', () => {
  const page = keyPage({
    groups: [{ title: 'In a <list>', lines: [{ keys: [['Ctrl', 'A'], ['>']], label: 'Select & go' }] }],
  })
  expect(page).toContain('<h2>In a &lt;list&gt;</h2>')
  expect(page).toContain('<kbd>Ctrl</kbd> <kbd>A</kbd> or <kbd>&gt;</kbd></td><td>Select &amp; go</td>')
})

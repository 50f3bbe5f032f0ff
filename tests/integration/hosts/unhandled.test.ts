import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { expect, it } from 'vitest'
import { node, program } from '../../fixtures/built'

it('what fails where nobody waits for it is logged without its key, and ends no program', async () => {
  const child = spawn(node, [program('unhandled-process')], { stdio: 'pipe' })
  const [logged] = (await once(child.stderr, 'data')).map(String)
  child.stdin.end()
  expect(await text(child.stdout)).toBe('done\n')
  expect(JSON.parse(logged ?? '')).toMatchObject({
    msg: 'unhandled',
    detail: 'Error: The copy is gone, [key]',
  })
})

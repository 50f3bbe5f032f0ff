import { describe, expect, it } from 'vitest'
import { runCommand } from '../../../src-service/commands'
import { OptionRefused } from '../../../src-service/options'

const url = 'postgres://localhost/postroom'

describe('the words before the options', () => {
  it.each([
    ['backup', 'backup takes one file.'],
    ['restore a.db b.db', 'restore takes one file.'],
    ['backup a.db --colour red', "'--colour'"],
    ['project', 'project takes the words add NAME.'],
    ['project remove one', 'project takes the words add NAME.'],
    [`project add --database ${url}`, 'project takes the words add NAME.'],
    ['project add one', 'project add NAME takes --database URL.'],
    ['project add one --contacts 5', 'project add NAME takes --database URL.'],
    [`project add a/b --database=${url}`, '--project takes up to 60 letters'],
    ['move', 'move takes --to URL first.'],
    ['move --to', 'move takes --to URL first.'],
    [`move --data /d --to ${url}`, 'move takes --to URL first.'],
    ['move --to http://localhost/postroom', '--database takes a URL'],
  ])('refuse "%s" in words', async (line, words) => {
    const refused = await runCommand(line.split(' ')).catch((error: unknown) => error)
    expect(refused).toBeInstanceOf(OptionRefused)
    expect(String(refused)).toContain(words)
  })

  it.each([[], ['--port', '0'], ['serve']])(
    'are none where the service itself is to run',
    async (...args) => {
      expect(await runCommand(args)).toBeNull()
    },
  )

  it('move nothing from a folder that has no database', async () => {
    await expect(runCommand(['move', '--to', url, '--data', '/nowhere/at/all'])).rejects.toThrow(
      '/nowhere/at/all/service.db is not there: nothing to move.',
    )
  })
})

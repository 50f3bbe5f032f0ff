import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
  copyFileSync,
  unlinkSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { markFolder, TeamFolder, teamOfFolder } from '../../../src-main/features/team/folder'
import { newSigningKey } from '../../../src-main/features/team/key'
import { say, scope } from './attacks'

const team = 'a'.repeat(64)

/** A shared folder with one entry in it. */
async function sharedFolder() {
  const path = mkdtempSync(join(tmpdir(), 'postroom-team-'))
  onTestFinished(() => rmSync(path, { recursive: true, force: true }))
  await markFolder(path, team)
  const by = { ...newSigningKey(), name: 'Karel', head: null }
  const { entry, text } = say(by, { kind: 'hello' })
  const folder = new TeamFolder(path, team, scope)
  await folder.write(entry, text)
  const own = join(path, 'entries', by.key.slice(0, 16))
  const [file = ''] = readdirSync(own)
  return { path, folder, own, file: join(own, file), by, entry, text }
}

it('an entry is a file of its own, and nothing is left beside it', async () => {
  const { folder, own, entry } = await sharedFolder()
  expect(readdirSync(own)).toEqual([`00000001-${entry.id.slice(0, 16)}.json`])
  expect((await folder.read()).entries).toEqual([entry])
})

it('what a synchroniser copied is read as the entry that it is', async () => {
  const { folder, own, file, entry } = await sharedFolder()
  copyFileSync(file, join(own, '00000001 (Karel’s conflicted copy).json'))
  const { entries, aside } = await folder.read()
  expect(entries.map(({ id }) => id)).toEqual([entry.id, entry.id])
  expect(aside).toEqual([])
})

it('links, folders, pipes and files of others are passed by, and rubbish is left aside (C49)', async () => {
  const { path, folder, own, file, text, entry } = await sharedFolder()
  symlinkSync('/etc/passwd', join(own, 'link.json'))
  symlinkSync(path, join(path, 'entries', 'f'.repeat(16)))
  mkdirSync(join(own, 'folder.json'))
  writeFileSync(join(own, 'notes.txt'), 'mine')
  writeFileSync(join(own, 'rubbish.json'), Buffer.from([0xff, 0xfe, 0]))
  writeFileSync(join(own, 'large.json'), 'x'.repeat(200_000))
  writeFileSync(join(own, 'forged.json'), text.replace('Karel', 'Ingrid'))
  mkdirSync(join(path, 'entries', '0'.repeat(16)))
  copyFileSync(file, join(path, 'entries', '0'.repeat(16), 'a.json'))
  const { entries, aside, state } = await folder.read()
  expect(state).toBe('read')
  expect(entries).toEqual([entry])
  expect(aside.map(({ cause }) => cause).sort()).toEqual(['misplaced', 'signature', 'tooLarge', 'unreadable'])
})

it('a file that was rewritten is read anew', async () => {
  const { folder, file, text } = await sharedFolder()
  await folder.read()
  unlinkSync(file)
  writeFileSync(file, text.replace('Karel', 'Ingrid'))
  const { entries, aside } = await folder.read()
  expect(entries).toEqual([])
  expect(aside).toHaveLength(1)
})

it('a folder that is gone, or another team’s by now, is away', async () => {
  const { path, folder } = await sharedFolder()
  writeFileSync(join(path, 'postroom-team.json'), JSON.stringify({ version: 1, team: 'b'.repeat(64) }))
  expect((await folder.read()).state).toBe('away')
  rmSync(path, { recursive: true })
  expect((await folder.read()).state).toBe('away')
  await expect(teamOfFolder(path)).rejects.toThrow()
})

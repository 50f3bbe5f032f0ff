import { parseArgs } from 'node:util'
import { type BackupFacts, backUp, restore } from './backup'
import { outboxPath } from './http/outbox-key'
import { hashOf, type Keys } from './keys'
import { moveFolder } from './move'
import { dataFolderOf, OptionRefused, readOptions } from './options'

/** What opens a project that was made. */
interface AddedProject extends Keys {
  /** The path of its outbox, at whatever service serves it. */
  outbox: string
}

const ofFolders = {
  backup: (data: string, file: string) => backUp(data, file),
  restore: (data: string, file: string) => restore(file, data),
}

/**
 * Does what the first words of a command line name, where they are no option: `backup FILE` or `restore FILE`, with
 * `--data DIR`; `project add NAME` with `--database URL`; `move --to URL` with `--data DIR` and `--project NAME`.
 * @returns What the backup holds, the keys of the project, or the rows that were moved; null where the service itself is to run.
 * @throws Error in words.
 */
export async function runCommand(
  args: readonly string[],
): Promise<BackupFacts | AddedProject | Record<string, number> | null> {
  const [name = '', ...rest] = args
  if (name === 'project') return addProject(rest)
  if (name === 'move') return move(rest)
  if (name !== 'backup' && name !== 'restore') return null
  const { values, positionals } = parse(rest)
  const [file, ...more] = positionals
  if (!file || more.length > 0) throw new OptionRefused(`${name} takes one file.`)
  return ofFolders[name](dataFolderOf(values.data), file)
}

async function addProject([what, name, ...rest]: readonly string[]): Promise<AddedProject> {
  if (what !== 'add' || !name || name.startsWith('-'))
    throw new OptionRefused('project takes the words add NAME.')
  const says = (option: string): boolean =>
    rest.some((word) => word === option || word.startsWith(`${option}=`))
  const { contacts, anchor, database } = readOptions(
    says('--database') ? [...rest, '--project', name] : [...rest],
  )
  if (database === null) throw new OptionRefused('project add NAME takes --database URL.')
  const { makeNewProject } = await import('./store/postgres/open-project')
  const keys = await makeNewProject(database, {
    contacts: says('--contacts') ? contacts : 0,
    anchor,
  })
  return { ...keys, outbox: outboxPath(hashOf(keys.secretKey)) }
}

async function move([to, url, ...rest]: readonly string[]): Promise<Record<string, number>> {
  const options = to === '--to' && url ? readOptions([...rest, '--database', url]) : null
  if (!options?.database) throw new OptionRefused('move takes --to URL first.')
  return moveFolder(options.data, options.database)
}

function parse(args: string[]) {
  try {
    return parseArgs({ args, allowPositionals: true, options: { data: { type: 'string' } } })
  } catch (error) {
    throw new OptionRefused(error instanceof Error ? error.message : String(error), { cause: error })
  }
}

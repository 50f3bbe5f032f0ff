import { parseArgs } from 'node:util'
import { type BackupFacts, backUp, restore } from './backup'
import { dataFolderOf, OptionRefused } from './options'

const commands = {
  backup: (data: string, file: string) => backUp(data, file),
  restore: (data: string, file: string) => restore(file, data),
}

/**
 * Does what the first word of a command line names, where that is no option: `backup FILE` or `restore FILE`, with `--data DIR`.
 * @returns What the backup holds; null where the service itself is to run.
 * @throws Error in words.
 */
export function runCommand(args: readonly string[]): BackupFacts | null {
  const [name = '', ...rest] = args
  if (name !== 'backup' && name !== 'restore') return null
  const { values, positionals } = parse(rest)
  const [file, ...more] = positionals
  if (!file || more.length > 0) throw new OptionRefused(`${name} takes one file.`)
  return commands[name](dataFolderOf(values.data), file)
}

function parse(args: string[]) {
  try {
    return parseArgs({ args, allowPositionals: true, options: { data: { type: 'string' } } })
  } catch (error) {
    throw new OptionRefused(error instanceof Error ? error.message : String(error), { cause: error })
  }
}

import { lockFolder } from '../../src-main/hosts/data-folder'

/** Holds the data folder given until it is killed, and says "held" once it does. */
async function main([folder = '']: string[]): Promise<void> {
  const lock = await lockFolder(folder)
  if (lock === null) throw new Error(`Something else holds ${folder}`)
  process.stdout.write('held\n')
  setInterval(() => undefined, 1000)
}

void main(process.argv.slice(2))

import { randomUUID } from 'node:crypto'
import { lstat, mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { canonical } from '../../../src-shared/same-value'
import { hashed } from './entry'

/** More than any mail. */
const mostBytes = 20_000_000

/** Keeps what is signed beside the entries, in a file of its hash: that tells what it is, whoever wrote it. */
export async function keepContent(folder: string, content: unknown): Promise<void> {
  const path = fileOf(folder, hashed(content))
  if ((await contentOf(folder, hashed(content))) !== null) return
  await mkdir(join(folder, 'contents'), { recursive: true })
  const temporary = `${path}.${randomUUID()}`
  await writeFile(temporary, canonical(content), { flag: 'wx' })
  await rename(temporary, path)
}

/** What was signed under a hash; null where it is not here, or another. */
export async function contentOf(folder: string, hash: string): Promise<unknown> {
  try {
    const found = await lstat(fileOf(folder, hash))
    if (!found.isFile() || found.size > mostBytes) return null
    const content: unknown = JSON.parse(await readFile(fileOf(folder, hash), 'utf8'))
    return hashed(content) === hash ? content : null
  } catch {
    return null
  }
}

const fileOf = (folder: string, hash: string): string => join(folder, 'contents', `${hash}.json`)

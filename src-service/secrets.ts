import { readFileSync } from 'node:fs'
import { codeOf } from '../src-shared/error-code'

/** What is never typed into a command line, where every user of the machine reads it. */
export type SecretName =
  'secret-key' | 'public-key' | 'records-token' | 'smtp-password' | 'metrics-token' | 'database-password'

/** What each looks like: what is guessed is no secret. */
const forms: Record<SecretName, [pattern: RegExp, words: string]> = {
  'secret-key': [/^sk_[\w-]{20,}$/, 'sk_ and at least 20 letters and digits'],
  'public-key': [/^pk_[\w-]{20,}$/, 'pk_ and at least 20 letters and digits'],
  'records-token': [/^[\x21-\x7e]{20,}$/, 'at least 20 letters, digits and signs'],
  'smtp-password': [/^[^\r\n]+$/, 'a password'],
  'database-password': [/^[^\r\n]+$/, 'a password'],
  'metrics-token': [/^[\x21-\x7e]{20,}$/, 'at least 20 letters, digits and signs'],
}

/** The environment that a secret may come from. */
export type Environment = Readonly<Record<string, string | undefined>>

/** The name in the environment that holds a secret. */
function variableOf(name: SecretName): string {
  return `POSTROOM_${name.toUpperCase().replaceAll('-', '_')}`
}

/**
 * Finds a secret: in the file that `--NAME-file` says, else in that of POSTROOM_NAME_FILE, else in POSTROOM_NAME. Null where
 * there is none.
 * @throws Error in words, which do not repeat what was read.
 */
export function readSecret(
  name: SecretName,
  file: string | undefined,
  environment: Environment,
): string | null {
  const variable = variableOf(name)
  const path = file ?? environment[`${variable}_FILE`]
  const from = file === undefined ? `${variable}_FILE` : `--${name}-file`
  const text = path === undefined ? environment[variable] : read(from, path)
  if (text === undefined) return null
  // An editor ends a file with a new line.
  const secret = text.replace(/\r?\n$/, '')
  const [pattern, words] = forms[name]
  if (pattern.test(secret)) return secret
  const said = path === undefined ? variable : `The file of ${from}`
  throw new Error(`${said} must hold ${words}, on one line.`)
}

function read(from: string, path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    throw new Error(`The file of ${from} cannot be read (${codeOf(error)}).`, {
      cause: error,
    })
  }
}

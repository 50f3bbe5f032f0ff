import { randomBytes } from 'node:crypto'

const letters = 'abcdefghijklmnopqrstuvwxyz234567'

/** The three DKIM tokens of a new domain: 32 letters each, 160 random bits, so that no two are ever the same. */
export function createDkimTokens(): string[] {
  return Array.from({ length: 3 }, () => Array.from(randomBytes(32), (byte) => letters[byte % 32]).join(''))
}

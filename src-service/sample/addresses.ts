import type { Culture, Name } from './culture'
import type { Random } from './random'

/** Addresses given out so far, as hashes in one flat table: 16 bytes an address, however many there are. */
export class TakenAddresses {
  private readonly slots: Float64Array

  /** @param count How many addresses there will be. */
  constructor(count: number) {
    this.slots = new Float64Array(Math.max(16, count * 2))
  }

  /** Takes an address. False when it was taken before (or, once in 2^50 or so, only looks like one that was). */
  take(address: string): boolean {
    let low = 0x811c9dc5
    let high = 0x1b873593
    for (let at = 0; at < address.length; at++) {
      const code = address.charCodeAt(at)
      low = Math.imul(low ^ code, 0x01000193)
      high = Math.imul(high ^ code, 0x85ebca6b) ^ (high >>> 13)
    }
    // 52 bits, never 0: that is an empty slot.
    const hash = (high >>> 12) * 2 ** 32 + (low >>> 0) + 1
    let slot = hash % this.slots.length
    while (this.slots[slot] !== 0) {
      if (this.slots[slot] === hash) return false
      slot = (slot + 1) % this.slots.length
    }
    this.slots[slot] = hash
    return true
  }
}

const patterns: ((given: string, family: string, random: Random) => string)[] = [
  (given, family) => `${given}.${family}`,
  (given, family) => `${given}.${family}`,
  (given, family) => `${given.charAt(0)}.${family}`,
  (given, family) => `${given}${family}`,
  (given, family) => `${given.charAt(0)}${family}`,
  (given, family) => `${given}_${family}`,
  (given, family) => `${family}.${given}`,
  (given, family) => `${family}.${given.charAt(0)}`,
  (given, _family, random) => `${given}${random.whole(60, 99)}`,
  (given, family, random) => `${given}.${family}${random.whole(1, 99)}`,
]

/** The part before the @ for a person, in one of the ways people choose it. */
export function localPart(random: Random, given: Name, family: Name): string {
  return random.pick(patterns)(given.ascii, family.ascii, random)
}

const misspelt: Record<string, string> = {
  'gmail.com': 'gmial.com',
  'hotmail.com': 'hotmial.com',
  'outlook.com': 'outlok.com',
  'yahoo.com': 'yaho.com',
  'icloud.com': 'iclould.com',
}

/** Where a private person has mail: the first of the culture's providers most often, now and then misspelt. */
export function privateDomain(random: Random, { mail }: Culture): { domain: string; misspelt: boolean } {
  const at = Math.floor(mail.length * random.next() ** 1.8)
  const domain = mail[at] ?? 'gmail.com'
  const wrong = random.chance(0.008) ? misspelt[domain] : undefined
  return { domain: wrong ?? domain, misspelt: wrong !== undefined }
}

const roles = 'info,sales,office,hello,accounts,contact,orders,crew,harbourmaster,bookings'.split(',')

/** An address that belongs to a desk, not to a person. */
export const roleName = (random: Random): string => random.pick(roles)

const disposable = 'mailinator.com,guerrillamail.com,10minutemail.com,yopmail.com,trashmail.com'.split(',')

/** An address made to be thrown away. */
export const throwaway = (random: Random): string =>
  `temp${random.whole(1000, 99_999)}@${random.pick(disposable)}`

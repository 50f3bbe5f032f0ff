import { describe, expect, it } from 'vitest'
import { capabilities, OptionRefused, readOptions } from '../../storm/options'

const refusal = (...args: string[]): string => {
  try {
    readOptions(args, 7)
  } catch (error) {
    if (error instanceof OptionRefused) return error.message
    throw error
  }
  throw new Error('It was taken')
}

describe('the options of the storm', () => {
  it('are forty kills over everything where nothing is said, with a fresh seed', () => {
    expect(readOptions([], 7)).toEqual({ kills: 40, seed: 7, of: capabilities })
  })

  it('are taken as they are given', () => {
    expect(readOptions(['--kills', '1000', '--seed', '12', '--of', 'bulk,sync'], 7)).toEqual({
      kills: 1000,
      seed: 12,
      of: ['bulk', 'sync'],
    })
  })

  it('say what they are', () => {
    expect(readOptions(['--help'], 7)).toBe('help')
  })

  it('are refused with a sentence where they cannot be followed', () => {
    expect(refusal('--kills', '0')).toBe('--kills takes a whole number from 1 to 1000000, not "0".')
    expect(refusal('--seed', '1.5')).toBe('--seed takes a whole number from 0 to 4294967295, not "1.5".')
    expect(refusal('--of', 'sync,tea')).toContain('not "tea"')
    expect(refusal('--fast')).toBe("Unknown option '--fast'. There are --kills, --seed, --of and --help.")
    expect(refusal('sync')).toContain('There are --kills, --seed, --of and --help.')
  })
})

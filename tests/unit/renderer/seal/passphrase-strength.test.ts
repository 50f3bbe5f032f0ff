import { describe, expect, it } from 'vitest'
import { strengthOf, strengthWord } from '../../../../src-renderer/features/profiles/seal/passphrase-strength'

describe('what is said of a passphrase', () => {
  it.each([
    ['harbour lantern coil nine osprey rain', 'Six words that do not belong together.'],
    ['harbour-lantern-coil-osprey', 'Four words that do not belong together.'],
    // Nobody knows whether these belong together.
    ['the harbour of lantern coil osprey', ''],
    ['osprey osprey lantern harbour coil', ''],
    ['9f8Kd02!xQ7vLm3#zzTq', ''],
  ])('"%s" is strong, and why is said where it is plain', async (passphrase, merit) => {
    const found = await strengthOf(passphrase)
    expect(strengthWord(found)).toBe('Strong.')
    expect([found.advice, found.merit]).toEqual(['', merit])
  })

  it('what is weak has advice and no merit', async () => {
    expect(await strengthOf('password1234')).toMatchObject({
      merit: '',
      advice: expect.stringMatching(/easy/),
    })
    expect(await strengthOf('coil nine')).toMatchObject({ merit: '', advice: expect.stringMatching(/12/) })
  })
})

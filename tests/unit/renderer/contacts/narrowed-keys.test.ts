import { describe, expect, it } from 'vitest'
import { ref } from 'vue'
import { mostKeys, useNarrowedKeys } from '../../../../src-renderer/kit/form/narrowed-keys'

const keys = (count: number) => Array.from({ length: count }, (_, at) => `key${at}`)
const narrowed = (all: readonly string[], always: readonly string[] = []) =>
  useNarrowedKeys({ all: () => all, keyOf: (key) => key, isAlways: (key) => always.includes(key) })

describe('the keys of a contact', () => {
  it('are all drawn where they are not very many, whatever is searched for', () => {
    const { isLong, shown, search } = narrowed(keys(mostKeys))
    search.value = 'nothing like it'
    expect({ isLong: isLong.value, shown: shown.value.length }).toEqual({ isLong: false, shown: mostKeys })
  })

  it('are the first of sixty thousand, and it is said so', () => {
    const { isLong, shown, words } = narrowed(keys(60_000))
    expect({ isLong: isLong.value, shown: shown.value.length }).toEqual({ isLong: true, shown: mostKeys })
    expect(words.value).toBe('The first 200 of 60,000')
  })

  it('are found by a part of their name', () => {
    const { shown, search, words } = narrowed(keys(60_000))
    search.value = ' KEY5999'
    expect(shown.value).toEqual(['key5999', ...Array.from({ length: 10 }, (_, at) => `key5999${at}`)])
    expect(words.value).toBe('11 of 60,000 keys')
    search.value = 'none'
    expect(words.value).toBe('No key contains this.')
  })

  it('stay in sight where somebody is at them', () => {
    const { shown, search } = narrowed(keys(60_000), ['key59999'])
    search.value = 'key17'
    expect(shown.value.at(-1)).toBe('key59999')
  })

  it('follow what is there', () => {
    const all = ref<readonly string[]>(keys(5))
    const { shown } = useNarrowedKeys({ all: () => all.value, keyOf: (key) => key })
    all.value = keys(6)
    expect(shown.value).toHaveLength(6)
  })
})

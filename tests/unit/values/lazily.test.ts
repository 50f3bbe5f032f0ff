import { expect, it } from 'vitest'
import { z } from 'zod'
import { lazily, lazyObject, lazySchema } from '../../../src-shared/lazily'

it('makes a value when it is first asked for, and once', () => {
  let made = 0
  const value = lazily(() => {
    made += 1
    return undefined
  })
  expect(made).toBe(0)
  value()
  value()
  expect(made).toBe(1)
})

it('makes a schema when something is read with it, and builds upon the same one', () => {
  let made = 0
  const schema = lazyObject(() => {
    made += 1
    return { name: z.string() }
  })
  const list = z.array(schema)
  expect(made).toBe(0)
  expect(list.parse([{ name: 'a', more: 1 }])).toEqual([{ name: 'a' }])
  expect(schema.unwrap().partial().parse({})).toEqual({})
  expect(made).toBe(1)
})

it('says where something is wrong as a schema that was made before does', () => {
  const shape = { kind: z.literal('a'), at: z.number() }
  const early = z.discriminatedUnion('kind', [z.object(shape)])
  const late = lazySchema(() => z.discriminatedUnion('kind', [lazyObject(() => shape)]))
  for (const value of [{ kind: 'a', at: 'x' }, { kind: 'b' }, null]) {
    expect(late.safeParse(value).error?.issues).toEqual(early.safeParse(value).error?.issues)
  }
})

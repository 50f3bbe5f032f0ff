import { z } from 'zod'
import { lazySchema } from '../../../src-shared/lazily'

/** One call to the keychain, as it crosses to the process that holds keytar. */
export const callSchema = lazySchema(() =>
  z.discriminatedUnion('op', [
    z.object({ id: z.number().int(), op: z.literal('get'), account: z.string() }),
    z.object({ id: z.number().int(), op: z.literal('set'), account: z.string(), secret: z.string() }),
    z.object({ id: z.number().int(), op: z.literal('delete'), account: z.string() }),
  ]),
)
export type KeychainCall = z.infer<typeof callSchema>

/** Its answer. `error` is the keychain's own text; it never holds a secret. */
export const answerSchema = lazySchema(() =>
  z.union([
    z.object({ id: z.number().int(), value: z.string().nullable() }),
    z.object({ id: z.number().int(), error: z.string() }),
  ]),
)
export type KeychainAnswer = z.infer<typeof answerSchema>

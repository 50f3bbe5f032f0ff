import { z } from 'zod'
import { answers } from './answers'
import { requests } from './requests'

/** A JSON Schema (draft 2020-12, as OpenAPI 3.1 takes it). */
export type Schema = Record<string, unknown>

/** Where a named schema stands in the document. */
export const refTo = (name: string): string => `#/components/schemas/${name}`

/** A description of parts of a schema that read otherwise than they are written; `any` where JSON Schema has no word. */
const reading = { unrepresentable: 'any', target: 'draft-2020-12' } as const

/** Every named schema: what is read as it comes in, what is answered as it goes out. */
export function componentSchemas(): Record<string, Schema> {
  return { ...converted(requests, 'input'), ...converted(answers, 'output') }
}

/** A reference to a schema that has a name. */
export function schemaRef(schema: z.ZodType): Schema {
  const named = [...Object.entries(requests), ...Object.entries(answers)]
  const found = named.find(([, candidate]) => candidate === schema)
  if (!found)
    throw new Error('A schema of the document has no name: it belongs into requests.ts or answers.ts.')
  return { $ref: refTo(found[0]) }
}

function converted(schemas: Record<string, z.ZodType>, io: 'input' | 'output'): Record<string, Schema> {
  const registry = z.registry<{ id: string }>()
  for (const [id, schema] of Object.entries(schemas)) registry.add(schema, { id })
  const made = z.toJSONSchema(registry, { ...reading, io, uri: refTo })
  return Object.fromEntries(Object.entries(made.schemas).map(([name, schema]) => [name, bare(schema)]))
}

/** The fields of a query as parameters: what a value comes to, where that can be told, else how it is written. */
export function parameters(query: z.ZodObject): Schema[] {
  return Object.entries(query.shape).map(([name, field]) => {
    const meant = bare(z.toJSONSchema(field, { ...reading, io: 'output' }))
    const schema = 'type' in meant ? meant : bare(z.toJSONSchema(field, { ...reading, io: 'input' }))
    return { name, in: 'query', required: false, schema }
  })
}

/** Without what says where a schema stands: it stands in the document. */
function bare(schema: object): Schema {
  const plainSchema: Schema = { ...schema }
  delete plainSchema['$schema']
  delete plainSchema['$id']
  delete plainSchema['id']
  return plainSchema
}

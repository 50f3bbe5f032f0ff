import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { type OpenedInside, openInProcess } from './open'

const schema = z.record(z.string(), z.unknown())
const parameter = z.object({ name: z.string(), in: z.string(), required: z.boolean(), schema })
const media = z.object({ 'application/json': z.object({ schema }) })
const response = z.object({ description: z.string().min(1), headers: schema, content: media.optional() })
const operation = z.object({
  operationId: z.string(),
  tags: z.array(z.string()).min(1),
  summary: z.string().min(1),
  security: z.array(z.record(z.string(), z.array(z.string()))).optional(),
  parameters: z.array(parameter).optional(),
  requestBody: z.object({ required: z.boolean(), content: media }).optional(),
  responses: z.record(z.string().regex(/^[1-5]\d\d$/), response),
})
/** What OpenAPI 3.1 asks of a document, as far as this one goes. */
const openApi = z.object({
  openapi: z.string().regex(/^3\.1\.\d+$/),
  info: z.object({ title: z.string(), version: z.string() }),
  servers: z.array(z.object({ url: z.url() })),
  paths: z.record(
    z.string().startsWith('/'),
    z.record(z.enum(['get', 'post', 'put', 'patch', 'delete']), operation.optional()),
  ),
  components: z.object({
    schemas: z.record(z.string(), schema),
    securitySchemes: z.record(z.string(), schema),
  }),
})
type Operation = z.infer<typeof operation>

/** What people open in a browser is no part of the interface. */
const pages = /^\/(health\/\w+|metrics|outbox|t|unsubscribe|subscribe|manage)(\/|$)/

describe.each(['reference', 'envelope'] as const)('GET /openapi.json in the %s dialect', (dialect) => {
  let service: OpenedInside
  let document: z.infer<typeof openApi>
  const operations: { method: string; path: string; operation: Operation }[] = []

  beforeAll(async () => {
    service = await openInProcess({ dialect })
    const answer = await service.ask('GET', '/openapi.json', { key: null })
    expect(answer.status).toBe(200)
    document = openApi.parse(answer.body)
    for (const [path, item] of Object.entries(document.paths)) {
      for (const [method, found] of Object.entries(item)) {
        if (found) operations.push({ method, path, operation: found })
      }
    }
  })
  afterAll(() => service.stop())

  it('describes exactly the routes that there are', () => {
    const described = operations.map(({ method, path }) => `${method.toUpperCase()} ${path}`)
    const routes = service.routes
      .filter(({ method, path }) => method !== 'ALL' && !pages.test(path))
      .map(({ method, path }) => `${method} ${path.replace(/(.)\/$/, '$1').replaceAll(/:(\w+)/g, '{$1}')}`)
    expect(described.sort()).toEqual([...new Set(routes)].sort())
  })

  it('names every operation once', () => {
    const names = operations.map(({ operation: { operationId } }) => operationId)
    expect(new Set(names).size).toBe(names.length)
  })

  it('declares the parameters of every path, and each once', () => {
    for (const {
      path,
      operation: { parameters = [] },
    } of operations) {
      const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name)
      const declared = parameters.filter((given) => given.in === 'path').map(({ name }) => name)
      expect([path, declared]).toEqual([path, inPath])
      expect(parameters.filter((given) => given.in === 'path' && !given.required)).toEqual([])
      const names = parameters.map((given) => `${given.in} ${given.name}`)
      expect(new Set(names).size).toBe(names.length)
    }
  })

  it('holds no reference that leads nowhere', () => {
    const refs = [...JSON.stringify(document).matchAll(/"\$ref":"([^"]+)"/g)].map(([, ref]) => ref)
    expect(refs.length).toBeGreaterThan(50)
    for (const ref of new Set(refs)) {
      const name = /^#\/components\/schemas\/(\w+)$/.exec(ref ?? '')?.[1] ?? ''
      expect(document.components.schemas, ref).toHaveProperty(name)
    }
  })

  it('names no schema that nothing refers to', () => {
    const text = JSON.stringify(document)
    for (const name of Object.keys(document.components.schemas)) {
      expect(text, name).toContain(`"$ref":"#/components/schemas/${name}"`)
    }
  })

  it('asks only for keys that it explains', () => {
    const known = Object.keys(document.components.securitySchemes)
    for (const {
      operation: { security = [] },
    } of operations) {
      for (const name of security.flatMap((one) => Object.keys(one))) expect(known).toContain(name)
    }
  })

  it('gives limits as whole numbers with their range and default', () => {
    const list = document.paths['/contacts']?.get?.parameters?.find(({ name }) => name === 'limit')
    expect(list?.schema).toEqual({ type: 'integer', minimum: 1, maximum: 100, default: 20 })
  })

  it('describes the answers that the service gives', async () => {
    const made = await fill(service)
    let checked = 0
    for (const { method, path, operation: described } of operations) {
      if (method !== 'get') continue
      const id = made[path.split('/')[1] ?? '']
      const answer = await service.ask('GET', path.replace('{id}', id ?? ''))
      expect([path, answer.status]).toEqual([path, 200])
      expect(fits(document, described.responses['200'], answer.body), path).toBeUndefined()
      checked++
    }
    expect(checked).toBeGreaterThan(15)
  })

  it('describes the refusals that the service gives', async () => {
    for (const { method, path, operation: described } of operations) {
      if (described.security?.length === 0) continue
      const answer = await service.ask(method.toUpperCase(), path, {
        key: null,
        body: method === 'get' ? undefined : {},
      })
      expect(answer.status).toBe(401)
      expect(fits(document, described.responses['401'], answer.body), path).toBeUndefined()
    }
  })
})

/** What is wrong with a body by the schema that the document gives for it; undefined for nothing. */
function fits(
  document: z.infer<typeof openApi>,
  described: Operation['responses'][string] | undefined,
  body: unknown,
) {
  const schema = described?.content?.['application/json'].schema
  if (!schema) return 'The document describes no body.'
  const whole = JSON.stringify({ ...schema, $defs: document.components.schemas })
  const read = z
    .fromJSONSchema(JSON.parse(whole.replaceAll('#/components/schemas/', '#/$defs/')))
    .safeParse(body)
  return read.error?.issues
}

/** One of each, by the first part of its path. */
async function fill(service: OpenedInside): Promise<Record<string, string>> {
  const now = Date.now()
  await service.stored.change(
    'INSERT INTO domain (domain, verified, dkim_tokens, created_at, updated_at) VALUES (?, 1, ?, ?, ?)',
    'sender.example',
    'one two',
    now,
    now,
  )
  const condition = { logic: 'AND', groups: [{ filters: [{ field: 'email', operator: 'exists' }] }] }
  const bodies = {
    contacts: { email: 'a@example.com', data: { a: [1] } },
    templates: { name: 'T', subject: 'S', body: 'B', type: 'MARKETING' },
    segments: { name: 'S', type: 'DYNAMIC', condition },
    workflows: { name: 'W', eventName: 'e', steps: [{ id: 'x', type: 'EXIT', config: {} }], enabled: true },
    campaigns: { name: 'C', subject: 'S', body: 'B', from: 'a@sender.example', audienceType: 'ALL' },
  }
  const made = z.union([
    z.looseObject({ id: z.string() }),
    z.looseObject({ data: z.looseObject({ id: z.string() }) }).transform(({ data }) => data),
  ])
  const ids: Record<string, string> = {}
  for (const [name, body] of Object.entries(bodies)) {
    const answer = await service.ask('POST', `/${name}`, { body })
    expect([name, answer.status]).toEqual([name, 201])
    ids[name] = made.parse(answer.body).id
  }
  await service.ask('POST', '/v1/track', { body: { email: 'a@example.com', event: 'e', data: { a: 1 } } })
  return ids
}

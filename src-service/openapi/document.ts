import { serviceErrorCodes, type ServiceErrorCode } from '../../src-shared/interface/errors'
import type { SpecifiedDialect } from '../dialect/dialect'
import { cursorQuery, pageQuery } from '../http/lists'
import { answers } from './answers'
import { deletedForm, listForm, namesForm, recordForm } from './forms'
import type { Operation } from './operation'
import { operations } from './operations/operations'
import { componentSchemas, parameters, refTo, type Schema, schemaRef } from './schemas'

const json = (schema: Schema): Schema => ({ 'application/json': { schema } })

const idParameter = { name: 'id', in: 'path', required: true, schema: { type: 'string' } }
const idempotencyParameter = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description: 'Makes the call happen at most once in 24 hours, across POST /v1/send and POST /v1/track.',
  schema: { type: 'string', pattern: '^[\\x20-\\x7e]{1,255}$' },
}
const requestIdHeader = {
  'X-Request-ID': { description: 'Unique to this answer.', schema: { type: 'string' } },
}
const retryHeader = { 'Retry-After': { description: 'Seconds to wait.', schema: { type: 'integer' } } }

/** The interface as an OpenAPI 3.1 document, in the forms of one dialect. `url` is where the service is reached. */
export function openApiDocument(dialect: SpecifiedDialect, url: string): Schema {
  const paths: Record<string, Record<string, Schema>> = {}
  for (const operation of operations) {
    paths[operation.path] ??= {}
    paths[operation.path]![operation.method] = described(operation, dialect)
  }
  return {
    openapi: '3.1.1',
    info: {
      title: 'Email delivery and audience service',
      version: '1',
      description:
        'Transactional email, contacts, segments, campaigns, workflows, events and sending domains.',
    },
    servers: [{ url }],
    security: [{ secretKey: [] }],
    paths,
    components: {
      schemas: usedSchemas(paths),
      securitySchemes: {
        secretKey: {
          type: 'http',
          scheme: 'bearer',
          description: 'The secret key, sk_...: opens everything.',
        },
        publicKey: {
          type: 'http',
          scheme: 'bearer',
          description: 'The public key, pk_...: tracks events, no more.',
        },
      },
    },
  }
}

/** The named schemas that this dialect has a use for. */
function usedSchemas(paths: Schema): Record<string, Schema> {
  const schemas = componentSchemas()
  const text = JSON.stringify([paths, schemas])
  return Object.fromEntries(Object.entries(schemas).filter(([name]) => text.includes(`"${refTo(name)}"`)))
}

function described(operation: Operation, dialect: SpecifiedDialect): Schema {
  const { name, tag, summary, description, key, body, bodyOptional } = operation
  const all = parametersOf(operation, dialect)
  return {
    operationId: name,
    tags: [tag],
    summary,
    ...(description && { description }),
    ...(key === 'none' && { security: [] }),
    ...(key === 'either' && { security: [{ secretKey: [] }, { publicKey: [] }] }),
    ...(all.length > 0 && { parameters: all }),
    ...(body && { requestBody: { required: !bodyOptional, content: json(schemaRef(body)) } }),
    responses: { ...wentWell(operation, dialect), ...refused(operation, dialect) },
  }
}

function parametersOf(
  { path, query, pagesItself, idempotent, answered }: Operation,
  dialect: SpecifiedDialect,
): Schema[] {
  const paging = answered.form === 'list' && !pagesItself ? dialect.paging(answered.list) : null
  return [
    ...(path.includes('{id}') ? [idParameter] : []),
    ...(idempotent ? [idempotencyParameter] : []),
    ...(query ? parameters(query) : []),
    ...(paging === 'cursor' ? parameters(cursorQuery) : []),
    ...(paging === 'page' ? parameters(pageQuery.unwrap()) : []),
  ]
}

function wentWell({ answered, statuses = [200] }: Operation, dialect: SpecifiedDialect): Schema {
  const form = formOf(answered, dialect)
  if (form === null) return { 204: { description: 'Done.', headers: requestIdHeader } }
  const answer = (status: number) => ({
    description: status === 201 ? 'Created.' : 'Done.',
    headers: requestIdHeader,
    content: json(form),
  })
  return Object.fromEntries(statuses.map((status) => [status, answer(status)]))
}

function formOf(answered: Operation['answered'], dialect: SpecifiedDialect): Schema | null {
  switch (answered.form) {
    case 'record':
      return recordForm(dialect, schemaRef(answered.of))
    case 'enveloped': {
      const properties = { success: { const: true }, data: schemaRef(answered.of) }
      return { type: 'object', required: ['success', 'data'], properties }
    }
    case 'list':
      return listForm(dialect, answered.list, schemaRef(answered.of))
    case 'names':
      return namesForm(dialect)
    case 'deleted':
      return deletedForm(dialect)
    case 'plain':
      return schemaRef(answered.of)
  }
}

/** The refusals of an operation, by status; codes of one status share an answer. */
function refused(operation: Operation, dialect: SpecifiedDialect): Schema {
  const codes = new Map<number, ServiceErrorCode[]>()
  for (const code of codesOf(operation)) {
    const status = serviceErrorCodes[code]
    codes.set(status, [...(codes.get(status) ?? []), code])
  }
  const alternative = dialect.http.alternativeErrors.includes(operation.path)
  const schema = schemaRef(alternative ? answers.AlternativeError : answers.Error)
  const answer = (status: number, names: ServiceErrorCode[]): Schema => {
    return {
      description: names.join(', '),
      headers: { ...requestIdHeader, ...(status === 429 && retryHeader) },
      content: json(schema),
    }
  }
  return Object.fromEntries([...codes].map(([status, names]) => [status, answer(status, names)]))
}

function codesOf({ key, query, body, idempotent, answered, refuses = [] }: Operation): Set<ServiceErrorCode> {
  const codes = new Set<ServiceErrorCode>(refuses)
  const add = (...more: ServiceErrorCode[]): void => more.forEach((code) => codes.add(code))
  if (query || body || idempotent || answered.form === 'list') add('BAD_REQUEST')
  if (body) add('VALIDATION_ERROR')
  if (key !== 'none') add('MISSING_AUTH', 'INVALID_API_KEY', 'PROJECT_DISABLED')
  if (idempotent) add('IDEMPOTENCY_KEY_REUSED')
  add('RATE_LIMIT_EXCEEDED', 'INTERNAL_SERVER_ERROR')
  return codes
}

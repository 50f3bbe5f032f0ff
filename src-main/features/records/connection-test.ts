import { t } from '../../../src-shared/messages/message'
import type { Clock } from '../../core/clock'
import type { ListShape, RecordTest } from '../../../src-shared/bridge/records'
import type { ManagedRecord } from '../../../src-shared/interface/record'
import { tidyAddress } from '../../core/client/address'
import { createRecordClient, type RecordCalls } from '../../core/client/records'
import type { Logger } from '../../core/log'

/** Records that are looked at. */
const looked = 20
const mostFields = 40
const longestSample = 80

/** Asks for the first records, and stores nothing. Rejects with what keeps the connection from working. */
export async function testRecords(
  input: RecordCalls & { address: string; token: string },
  host: { clock: Clock; log: Logger; version: string },
): Promise<RecordTest> {
  const { address, notes } = tidyAddress(input.address)
  const client = createRecordClient({ ...host, ...input, address, backgroundShare: 1 })
  try {
    const { value, durationMs } = await client.list({ skip: 0, limit: looked }, { priority: 'click' })
    const { items, shape, total, more } = value
    const count = total ?? (more === false ? items.length : null)
    return {
      address,
      latencyMs: durationMs,
      shape,
      count,
      fields: fieldsOf(items),
      notes: [...notes, ...foundOf(shape, count, items)],
    }
  } finally {
    await client.close()
  }
}

function foundOf(
  { name, tells }: ListShape,
  count: number | null,
  items: readonly ManagedRecord[],
): string[] {
  const list =
    name === ''
      ? t('records.connectionTest.theAnswerItselfIs')
      : t('records.connectionTest.theListIsCalled', { name })
  const end = {
    pageInfo: t('records.connectionTest.pageinfoTellsWhereIt'),
    totalCount: t('records.connectionTest.totalcountTellsHowLong'),
    both: t('records.connectionTest.pageinfoAndTotalcountTell'),
    nothing: t('records.connectionTest.nothingTellsWhereIt'),
  }
  const found = [`${list}; ${end[tells]}.`]
  if (items.length === 0) found.push(t('records.connectionTest.itIsEmpty'))
  else if (count === null) found.push(t('records.connectionTest.theServiceDoesNot'))
  return found
}

function fieldsOf(items: readonly ManagedRecord[]): RecordTest['fields'] {
  const samples = new Map<string, string>()
  for (const item of items) {
    for (const [name, value] of Object.entries(item)) {
      const sample = textOf(value)
      if (!samples.get(name)) samples.set(name, sample)
    }
  }
  return Array.from(samples, ([name, sample]) => ({ name, sample })).slice(0, mostFields)
}

function textOf(value: unknown): string {
  if (value === null || value === undefined) return ''
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  return text.length > longestSample ? `${text.slice(0, longestSample - 1)}…` : text
}

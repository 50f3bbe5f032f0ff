import type { CallOptions } from './call-options'
import type { CatalogueList, CatalogueRecords } from '../../../src-shared/interface/catalogue'
import { type FilterCondition, filterConditionSchema } from '../../../src-shared/interface/filter'
import { fromDeployed, toDeployed } from '../../../src-shared/interface/deployed-conditions'
import type { KeyProject } from './projects'

const conditionFields = ['condition', 'audienceCondition'] as const

/** A record as it came, its condition written as the console writes conditions. Records of deployed services name a project. */
export function conditionsFromService<L extends CatalogueList>(
  list: L,
  record: CatalogueRecords[L],
): CatalogueRecords[L] {
  if ((list !== 'segments' && list !== 'campaigns') || typeof record['projectId'] !== 'string') return record
  const read: CatalogueRecords[L] = { ...record }
  for (const field of conditionFields)
    if (field in read) Object.assign(read, { [field]: fromDeployed(read[field]) })
  return read
}

/**
 * The body of a write, its condition written as the service reads it. `creates`: a new record, in which deployed services
 * take no null for what is not there. A body without a condition or a null goes out as it is, and nobody is asked.
 */
export async function conditionsForService(
  body: object,
  project: KeyProject,
  { creates, ...options }: CallOptions & { creates: boolean },
): Promise<object> {
  const entries = Object.entries(body)
  const conditions = entries.flatMap(([field, value]): [string, FilterCondition][] => {
    const read = conditionFields.some((each) => each === field)
      ? filterConditionSchema.safeParse(value)
      : null
    return read?.success ? [[field, read.data]] : []
  })
  const nulls = creates && entries.some(([, value]) => value === null)
  if (conditions.length === 0 && !nulls) return body
  if ((await project.readingOf(options)) !== 'deployed') return body
  const written = {
    ...body,
    ...Object.fromEntries(conditions.map(([field, value]) => [field, toDeployed(value)])),
  }
  return creates ? Object.fromEntries(Object.entries(written).filter(([, value]) => value !== null)) : written
}

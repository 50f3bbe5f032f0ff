import { filterUnits } from '../../src-shared/interface/filter-values'
import { z } from 'zod'
import { type FilterCondition, filterOperators, type FilterOperator } from '../../src-shared/interface/filter'

const operators: FilterOperator[] = Object.values(filterOperators).flatMap((some): FilterOperator[] => [
  ...some,
])

/**
 * A condition as the database keeps it, by its form alone: which field an operator may be asked of, and how deep one may
 * nest, was checked by the rules of the dialect that took it.
 */
export const keptConditionSchema: z.ZodType<FilterCondition> = z.lazy(() =>
  z.object({
    logic: z.enum(['AND', 'OR']),
    groups: z.array(
      z.object({
        filters: z.array(
          z.object({
            field: z.string(),
            operator: z.enum(operators),
            value: z.union([z.string(), z.number(), z.boolean()]).optional(),
            unit: z.enum(filterUnits).optional(),
          }),
        ),
        conditions: keptConditionSchema.optional(),
      }),
    ),
  }),
)

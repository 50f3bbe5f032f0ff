import type { CreateSegmentRequest } from '../../src-shared/interface/segment'

/** The segments by the name under which the sample refers to them. */
export type SegmentKey = 'readers' | 'large teams' | 'pilot group'

interface SampleSegment {
  key?: SegmentKey
  /** How many days before the end of the sample it was made. */
  daysBefore: number
  request: CreateSegmentRequest
}

type Condition = NonNullable<CreateSegmentRequest['condition']>
type Filter = Condition['groups'][number]['filters'][number]

/** Whom every filter of at least one group matches. */
const anyOf = (...groups: Filter[][]): Condition => ({
  logic: 'OR',
  groups: groups.map((filters) => ({ filters })),
})
/** Whom every filter matches. */
const allOf = (...filters: Filter[]): Condition => ({ logic: 'AND', groups: [{ filters }] })

const isSubscribed: Filter = { field: 'subscribed', operator: 'equals', value: true }

/** The segments of the sample, oldest first. */
export const sampleSegments: readonly SampleSegment[] = [
  {
    key: 'readers',
    daysBefore: 722,
    request: {
      name: 'Readers',
      description: 'Opened a mail in the last half year, or came in the last month. The notes go to them.',
      type: 'DYNAMIC',
      condition: anyOf(
        [isSubscribed, { field: 'email.open', operator: 'triggeredWithin', value: 180, unit: 'days' }],
        [isSubscribed, { field: 'createdAt', operator: 'within', value: 30, unit: 'days' }],
      ),
    },
  },
  {
    daysBefore: 600,
    request: {
      name: 'Paying customers',
      type: 'DYNAMIC',
      condition: anyOf(
        [{ field: 'data.plan', operator: 'equals', value: 'pro' }],
        [{ field: 'data.plan', operator: 'equals', value: 'team' }],
      ),
    },
  },
  {
    key: 'large teams',
    daysBefore: 410,
    request: {
      name: 'Large teams',
      description: 'Ten seats or more. Who joins or leaves is kept as an event.',
      type: 'DYNAMIC',
      trackMembership: true,
      condition: allOf(
        { field: 'data.plan', operator: 'equals', value: 'team' },
        { field: 'data.seats', operator: 'greaterThanOrEqual', value: 10 },
      ),
    },
  },
  {
    key: 'pilot group',
    daysBefore: 205,
    request: {
      name: 'Pilot group',
      description: 'They get new things first, and say what they think of them.',
      type: 'STATIC',
    },
  },
  {
    daysBefore: 96,
    request: {
      name: 'Gone quiet',
      description: 'Subscribed, here for a while, and not signed in for three months.',
      type: 'DYNAMIC',
      condition: allOf(
        isSubscribed,
        { field: 'createdAt', operator: 'olderThan', value: 90, unit: 'days' },
        { field: 'login', operator: 'notTriggeredWithin', value: 90, unit: 'days' },
      ),
    },
  },
  {
    daysBefore: 31,
    request: {
      name: 'Trouble with payments',
      description: 'A payment failed this month, and it matters: paid seats, or a company behind it.',
      type: 'DYNAMIC',
      condition: {
        logic: 'AND',
        groups: [
          {
            filters: [{ field: 'payment.failed', operator: 'triggeredWithin', value: 30, unit: 'days' }],
            conditions: anyOf(
              [{ field: 'data.seats', operator: 'greaterThan', value: 1 }],
              [{ field: 'data.company', operator: 'exists' }],
            ),
          },
        ],
      },
    },
  },
]

/** How many members the pilot group has, where there are as many contacts. */
export const pilots = 24

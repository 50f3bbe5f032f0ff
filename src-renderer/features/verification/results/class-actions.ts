import { t } from '../../../../src-shared/messages/message'
import type { Batch } from '../../../../src-shared/bridge/verification'
import type { VerdictClass } from '../../../../src-shared/bridge/verdicts'
import type { BulkKind } from '../../contacts'
import type { MenuItem } from '../../../kit/page/MenuButton.vue'
import { formatNumber } from '../../../format'

/** What can be done with the contacts of a class. Nobody who accepts mail is unsubscribed or deleted as a class. */
const acts: { kind: BulkKind; words: (of: VerdictClass) => string; not?: VerdictClass }[] = [
  {
    kind: 'unsubscribe',
    words: (of) => t('verification.classActions.unsubscribeTheClass', { class: of }),
    not: 'accepts',
  },
  { kind: 'change', words: (of) => t('verification.classActions.changeTheClass', { class: of }) },
  {
    kind: 'delete',
    words: (of) => t('verification.classActions.deleteTheClass', { class: of }),
    not: 'accepts',
  },
]

/** The classes in the order in which something is done about them. */
const order: readonly VerdictClass[] = ['undeliverable', 'risky', 'unknown', 'accepts']

/** The menu "Act on a class": the acts of each class that has addresses, a part each. */
export function classActions({ byClass }: Pick<Batch, 'byClass'>): MenuItem[] {
  return order
    .filter((of) => byClass[of] > 0)
    .flatMap((of) =>
      acts
        .filter((act) => act.not !== of)
        .map((act) => ({
          key: `${act.kind} ${of}`,
          label: act.words(of),
          hint: formatNumber(byClass[of]),
          group: of,
          danger: act.kind === 'delete',
        })),
    )
}

/** The act and the class that a line of {@link classActions} stands for; null for any other key. */
export function actOf(key: string): { kind: BulkKind; of: VerdictClass } | null {
  const [first, second] = key.split(' ')
  const act = acts.find(({ kind }) => kind === first)
  const of = order.find((name) => name === second)
  return act && of ? { kind: act.kind, of } : null
}

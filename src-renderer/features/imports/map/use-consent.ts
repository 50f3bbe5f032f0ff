import { t } from '../../../../src-shared/messages/message'
import { computed, ref } from 'vue'
import type { ColumnChoice, ImportColumn } from '../../../../src-shared/bridge/import-file'

/** What is about to be done with columns that look like consent, and waits for a word of the person. */
interface ConsentQuestion {
  columns: readonly Pick<ImportColumn, 'index' | 'name'>[]
  goOn: () => void
}

/** Columns that look like consent and go elsewhere than to the flag: each is asked about once. */
export function useConsent(columns: () => readonly ImportColumn[]) {
  const asked = ref<ConsentQuestion | null>(null)
  const settled = new Set<number>()

  function ask(strays: ConsentQuestion['columns'], goOn: () => void): void {
    asked.value = { columns: strays, goOn }
  }

  const names = computed(() => asked.value?.columns.map(({ name }) => name) ?? null)
  return {
    /** Names of those that are asked about; null while nothing is. */
    names,
    title: computed(() => {
      const all = names.value ?? []
      return all.length === 1
        ? t('imports.useConsent.nameLooksLikeConsent', { name: all[0] })
        : t('imports.useConsent.columnsLookLikeConsent', { columns: all.length })
    }),
    /** Does what was chosen for a column; where that takes consent elsewhere, once it was asked. */
    choosing(index: number, change: Partial<ColumnChoice>, goOn: () => void): void {
      const column = columns().find((one) => one.index === index)
      const strays = column?.consent !== undefined && change.target && change.target.kind !== 'subscribed'
      if (column && strays) ask([column], goOn)
      else goOn()
    },
    /** Goes on to the check, once it was asked about every such column. */
    checking(goOn: () => void): void {
      const strays = columns().filter(
        ({ index, consent, target }) =>
          consent !== undefined && target.kind !== 'subscribed' && !settled.has(index),
      )
      if (strays.length > 0) ask(strays, goOn)
      else goOn()
    },
    agree(): void {
      const wanted = asked.value
      asked.value = null
      for (const { index } of wanted?.columns ?? []) settled.add(index)
      wanted?.goOn()
    },
    refuse(): void {
      asked.value = null
    },
  }
}

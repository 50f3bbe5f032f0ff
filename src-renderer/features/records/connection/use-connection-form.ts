import { t } from '../../../../src-shared/messages/message'
import { computed, reactive, shallowRef, watch } from 'vue'
import type {
  RecordConnection,
  RecordConnectionInput,
  RecordTest,
} from '../../../../src-shared/bridge/records'
import { useBridge } from '../../../bridge'
import { useSaving } from '../../../kit/save/saving'
import { useUnencrypted } from '../../profiles'

/** What is entered of a connection, as text until it is used. */
export interface ConnectionForm {
  name: string
  address: string
  token: string
  companyId: string
  workspaceId: string
  form: RecordConnectionInput['form']
  operation: string
  resource: string
  listName: string
  /** Hours between runs; "never": only when asked. */
  every: string
}

/** What stands in the way of a field, by its name. */
export type ConnectionFaults = Partial<Record<keyof ConnectionForm, string | undefined>>

function formOf(of: RecordConnection | null): ConnectionForm {
  return {
    name: of?.name ?? '',
    address: of?.address ?? '',
    token: '',
    companyId: of?.companyId ?? '',
    workspaceId: of?.workspaceId ?? '',
    form: of?.form ?? 'rpc',
    operation: of?.operation ?? 'list-records',
    resource: of?.resource ?? 'records',
    listName: of?.listName ?? '',
    every: of ? (of.everyHours === null ? 'never' : String(of.everyHours)) : '24',
  }
}

function faultsOf(
  { name, address, token, companyId, workspaceId }: ConnectionForm,
  of: RecordConnection | null,
): ConnectionFaults {
  return {
    name: name.trim() === '' ? t('words.enterAName') : undefined,
    address: address.trim() === '' ? t('records.useConnectionForm.enterTheAddress') : undefined,
    token: of === null && token.trim() === '' ? t('records.connections.enterTheToken') : undefined,
    companyId: companyId.trim() === '' ? t('records.useConnectionForm.enterTheCompanyId') : undefined,
    workspaceId: workspaceId.trim() === '' ? t('records.useConnectionForm.enterTheWorkspace') : undefined,
  }
}

function serviceOf(fields: ConnectionForm) {
  const { address, companyId, workspaceId, form, operation, resource } = fields
  const listName = fields.listName.trim() === '' ? null : fields.listName
  return { address, companyId, workspaceId, form, operation, resource, listName }
}

/** A connection being made or changed: tested, then stored. */
export function useConnectionForm(of: RecordConnection | null) {
  const { records } = useBridge()
  const fields = reactive(formOf(of))
  const tested = shallowRef<RecordTest | null>(null)
  const testing = useSaving()
  const saving = useSaving()
  const unencrypted = useUnencrypted(
    () => fields.address,
    () => [testing.problem.value, saving.problem.value],
  )

  const faults = computed(() => faultsOf(fields, of))
  const testable = computed(() => {
    const { address, token, companyId, workspaceId } = faults.value
    return [address, token, companyId, workspaceId].every((fault) => fault === undefined)
  })

  // What a test found holds for what was tested.
  watch(
    () => JSON.stringify([serviceOf(fields), fields.token]),
    () => {
      tested.value = null
      testing.problem.value = null
    },
  )

  const token = () => (fields.token.trim() === '' ? {} : { token: fields.token })
  const kept = of ? { id: of.id } : {}
  const way = () => ({ unencrypted: unencrypted.agreed.value })

  return {
    fields,
    faults,
    tested,
    testing,
    saving,
    testable,
    unencrypted,
    complete: computed(() => testable.value && faults.value.name === undefined),
    test: () =>
      testing.run(async () => {
        tested.value = null
        tested.value = await records.test({ ...serviceOf(fields), ...token(), ...way(), ...kept })
      }),
    /** Stores it. Answers the connection; null where it was refused. */
    async save(): Promise<RecordConnection | null> {
      let saved: RecordConnection | null = null
      await saving.run(async () => {
        const everyHours = fields.every === 'never' ? null : Number(fields.every)
        const input = { ...serviceOf(fields), ...way(), name: fields.name, everyHours }
        saved = of
          ? await records.edit({ ...input, ...token(), id: of.id })
          : await records.add({ ...input, token: fields.token })
      })
      return saved
    },
  }
}

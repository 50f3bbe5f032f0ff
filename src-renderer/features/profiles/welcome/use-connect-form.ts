import { t } from '../../../../src-shared/messages/message'
import { computed, reactive, ref, shallowRef, watch } from 'vue'
import type { ConnectionReport, Profile } from '../../../../src-shared/bridge/profiles'
import { useBridge } from '../../../bridge'
import { useSaving } from '../../../kit/save/saving'
import { useUnencrypted } from '../unencrypted'

/** What is asked before a connection: keys live here only until they are handed to the core. */
interface ConnectFields {
  name: string
  colour: number
  production: boolean
  address: string
  secretKey: string
  publicKey: string
}

/** The connect form: its fields, a test of them, and the connection. `first`: the colour offered. In one piece: all of it is the one form. */
export function useConnectForm(first: number) {
  const bridge = useBridge()
  const fields = reactive<ConnectFields>({
    name: '',
    colour: first,
    production: false,
    address: '',
    secretKey: '',
    publicKey: '',
  })
  const report = shallowRef<ConnectionReport | null>(null)
  const asking = useSaving()
  const { problem } = asking
  /** What was asked for last. */
  const kind = ref<'test' | 'connect'>('test')
  const busy = computed(() => (asking.busy.value ? kind.value : null))
  const checked = ref(false)
  const unencrypted = useUnencrypted(
    () => fields.address,
    () => [problem.value],
  )

  // What was found belongs to what was asked.
  watch([() => fields.address, () => fields.secretKey, () => fields.publicKey], () => {
    report.value = null
    problem.value = null
  })

  const errors = computed(() => {
    if (!checked.value) return {}
    return {
      name: fields.name.trim() === '' ? t('words.enterAName') : undefined,
      address: fields.address.trim() === '' ? t('profiles.useConnectForm.enterTheAddressOf') : undefined,
      secretKey: fields.secretKey.trim() === '' ? t('profiles.useConnectForm.enterTheSecretKey') : undefined,
    }
  })

  function publicKey(): string | undefined {
    return fields.publicKey.trim() === '' ? undefined : fields.publicKey
  }

  const way = () => ({ unencrypted: unencrypted.agreed.value })

  async function ask(): Promise<void> {
    const { address, secretKey } = fields
    report.value = await bridge.profiles.test({ address, secretKey, publicKey: publicKey(), ...way() })
  }

  async function attempt<T>(wanted: 'test' | 'connect', call: () => Promise<T>): Promise<T | null> {
    checked.value = true
    const faults = wanted === 'test' ? { ...errors.value, name: undefined } : errors.value
    if (busy.value !== null || Object.values(faults).some((error) => error !== undefined)) return null
    kind.value = wanted
    return asking.ask(call)
  }

  return {
    fields,
    report,
    problem,
    busy,
    errors,
    unencrypted,
    /** Asks the service; what it found or the problem is shown. */
    test: () => attempt('test', ask),
    /** Tests where that has not been done with these fields, then stores the profile. null: something is wrong, and shown. */
    connect: (): Promise<Profile | null> =>
      attempt('connect', async () => {
        if (!report.value) await ask()
        const { name, colour, production, address, secretKey } = fields
        const details = { name, colour, production, address: report.value?.address ?? address }
        return bridge.profiles.create({ ...details, secretKey, publicKey: publicKey(), ...way() })
      }),
  }
}

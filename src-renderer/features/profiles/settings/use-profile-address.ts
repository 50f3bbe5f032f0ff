import { t } from '../../../../src-shared/messages/message'
import { computed, reactive, ref, watch } from 'vue'
import type { ConnectionReport, Profile } from '../../../../src-shared/bridge/profiles'
import { useBridge } from '../../../bridge'
import { formatDuration } from '../../../format'
import { useSaving } from '../../../kit/save/saving'
import { useUnencrypted } from '../unencrypted'

/** The address of a profile: typed, tested, and saved where something answers there. `saved` is told of that. */
export function useProfileAddress(profile: () => Profile, saved: () => void) {
  const bridge = useBridge()
  const { busy, problem, run } = useSaving()
  const address = ref(profile().address)
  const report = ref<ConnectionReport | null>(null)
  /** The stored keys do not go to another origin: they are asked for. */
  const asksKeys = ref(false)
  const keys = reactive({ secretKey: '', publicKey: '' })
  const { asked, agreed } = useUnencrypted(
    () => address.value,
    () => [problem.value],
  )
  watch(
    () => profile().address,
    (now) => (address.value = now),
  )
  watch(address, () => (report.value = null))
  watch(problem, (now) => {
    if (now?.code === 'key_other_origin') asksKeys.value = true
  })

  const changed = computed(() => address.value.trim() !== profile().address)
  const answers = computed(() => {
    if (!report.value) return null
    const { latencyMs, contacts, domains } = report.value
    return [
      t('profiles.useProfileAddress.inDuration', { duration: formatDuration(latencyMs) }),
      ...(contacts === null ? [] : [t('counts.contacts', { count: contacts })]),
      ...(domains === null ? [] : [t('counts.domains', { count: domains })]),
    ].join(', ')
  })
  const typed = (key: string) => (key.trim() === '' ? undefined : key)

  function test(): Promise<boolean> {
    report.value = null
    return run(async () => {
      const { id } = profile()
      const given = { secretKey: typed(keys.secretKey), publicKey: typed(keys.publicKey) }
      const unencrypted = agreed.value
      const found = await bridge.profiles.test({
        profileId: id,
        address: address.value,
        ...given,
        unencrypted,
      })
      if (changed.value) {
        await bridge.profiles.update({ id, changes: { address: found.address }, keys: given, unencrypted })
        address.value = found.address
        asksKeys.value = false
        Object.assign(keys, { secretKey: '', publicKey: '' })
        saved()
      }
      report.value = found
    })
  }

  return { address, changed, answers, busy, problem, asksKeys, keys, asked, agreed, test }
}

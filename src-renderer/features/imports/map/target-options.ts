import { t } from '../../../../src-shared/messages/message'
import type { ColumnTarget } from '../../../../src-shared/bridge/import-file'
import { parseTarget } from './map-words'

interface TargetOption {
  key: string
  label: string
  hint: string
  mono: boolean
  parted: boolean
  target: ColumnTarget
}

/** How many keys are offered at once; typing narrows them. */
const keyLimit = 100

const own: readonly Omit<TargetOption, 'parted'>[] = [
  {
    key: 'email',
    label: 'email',
    hint: t('imports.targetOptions.theAddress'),
    mono: true,
    target: { kind: 'email' },
  },
  {
    key: 'subscribed',
    label: 'subscribed',
    hint: t('words.yesOrNo'),
    mono: true,
    target: { kind: 'subscribed' },
  },
  {
    key: 'unsubscribed',
    label: 'unsubscribed',
    hint: t('imports.targetOptions.turnedRound'),
    mono: true,
    target: { kind: 'subscribed', turned: true },
  },
  {
    key: 'leaveOut',
    label: t('words.leaveOut'),
    hint: '',
    mono: false,
    target: { kind: 'leaveOut' },
  },
]

/** What can be chosen while `text` is typed: our fields, keys that are there already, and the typed one as a new key. */
export function targetOptions(text: string, keys: readonly string[]): TargetOption[] {
  const wanted = text
    .trim()
    .replace(/^data\./, '')
    .toLowerCase()
  const fits = (name: string) => name.toLowerCase().includes(wanted)
  const lines: Omit<TargetOption, 'parted'>[] = own.filter(({ label }) => fits(label))
  const known = keys.filter(fits).slice(0, keyLimit)
  const options: TargetOption[] = lines.map((line) => ({ ...line, parted: false }))
  known.forEach((key, at) => options.push(keyOption(key, '', at === 0 && options.length > 0)))
  const typed = parseTarget(text)
  if (typed?.kind === 'data' && !keys.includes(typed.key)) {
    // First where nothing else begins as it does: Enter then takes what was typed.
    const option = keyOption(typed.key, t('imports.targetOptions.newKey'), false)
    if (options.length === 0) options.push(option)
    else options.push({ ...option, parted: true })
  }
  return options
}

function keyOption(key: string, hint: string, parted: boolean): TargetOption {
  return { key: `data.${key}`, label: key, hint, mono: true, parted, target: { kind: 'data', key } }
}

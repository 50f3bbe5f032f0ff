import { t } from '../../../../src-shared/messages/message'
import { Braces, Calendar, Copy, Hash, List, ListFilter, ToggleLeft, Trash2, Type, Undo2 } from '@lucide/vue'
import type { Component } from 'vue'
import type { MenuItem } from '../../../kit/page/MenuButton.vue'
import { kinds, type DataKind } from './kinds'

const icons: Record<DataKind, Component> = {
  text: Type,
  number: Hash,
  boolean: ToggleLeft,
  date: Calendar,
  list: List,
  json: Braces,
}

/** The menu of a value: its kinds, where it can be changed, and what else can be done with it. */
export function valueMenu(of: {
  kind: DataKind
  refusal: (kind: DataKind) => string | null
  waits: boolean
  canFilter: boolean
  locked: boolean
}): MenuItem[] {
  const types = kinds.map(({ kind, name }): MenuItem => {
    const why = kind === of.kind ? null : of.refusal(kind)
    const hint = why ?? (kind === 'list' && of.kind !== 'list' ? t('contacts.valueMenu.oneEntry') : '')
    return {
      key: kind,
      label: name,
      icon: icons[kind],
      checked: kind === of.kind,
      disabled: why !== null,
      hint,
    }
  })
  return [
    ...(of.locked ? [] : types),
    {
      key: 'copy',
      label: t('words.copyTheValue'),
      icon: Copy,
      hint: t('contacts.valueList.ctrlC'),
      group: 'more',
    },
    ...(of.canFilter
      ? [{ key: 'filter', label: t('contacts.valueMenu.filterByThisValue'), icon: ListFilter, group: 'more' }]
      : []),
    ...(of.waits
      ? [{ key: 'revoke', label: t('contacts.valueMenu.takeTheChangeBack'), icon: Undo2, group: 'more' }]
      : []),
    ...(of.locked
      ? []
      : [
          {
            key: 'remove',
            label: t('words.removeTheField'),
            icon: Trash2,
            hint: t('words.del'),
            danger: true,
            group: 'more',
          },
        ]),
  ]
}

/** Whether a key of the menu is a kind. */
export function isKind(key: string): key is DataKind {
  return kinds.some(({ kind }) => kind === key)
}

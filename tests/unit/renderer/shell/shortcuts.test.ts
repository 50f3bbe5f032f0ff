import { readFileSync } from 'node:fs'
import { mount } from '@vue/test-utils'
import { afterEach, describe, expect, it } from 'vitest'
import { defineComponent, h } from 'vue'
import { useShortcuts } from '../../../../src-renderer/kit/shortcuts'
import {
  keyCaps,
  pressName,
  shortcutGroups,
  shortcuts,
  type ShellShortcut,
} from '../../../../src-renderer/shortcuts'

const shell = shortcuts.filter(({ scope }) => scope === 'shell')

function listed(): string {
  const groups = shortcutGroups.map((title) => {
    const lines = shortcuts
      .filter(({ group }) => group === title)
      .map(({ keys, label }) => {
        const combinations = keys.map((one) =>
          keyCaps(one, false)
            .map((cap) => `\`${cap}\``)
            .join(' '),
        )
        return `- ${combinations.join(' or ')}: ${label}`
      })
    return `## ${title}\n\n${lines.join('\n')}\n`
  })
  return groups.join('\n')
}

describe('the list of shortcuts', () => {
  it('is what docs/keyboard-shortcuts.md says', () => {
    const document = readFileSync('docs/keyboard-shortcuts.md', 'utf8')
    expect(document.slice(document.indexOf('## '), document.indexOf('\n## Ten jobs'))).toBe(listed())
  })

  it('gives no combination twice within the shell, and no chord begins with a whole shortcut', () => {
    const all = shell.flatMap(({ keys }) => [...keys])
    expect(new Set(all).size).toBe(all.length)
    const starts = all.filter((one) => one.includes(' ')).map((one) => one.split(' ')[0])
    expect(all.filter((one) => starts.includes(one))).toEqual([])
  })

  it('prints the command key on a Mac', () => {
    expect([keyCaps('Mod+k', true), keyCaps('Mod+k', false), keyCaps('g o', false)]).toEqual([
      ['⌘', 'K'],
      ['Ctrl', 'K'],
      ['G', 'O'],
    ])
  })

  it('tells Shift with a letter from the letter, and not where it makes another sign', () => {
    const shift = { ctrlKey: false, metaKey: false, altKey: false, shiftKey: true }
    expect(['C', '?', 'Tab'].map((key) => pressName({ key, ...shift }, false))).toEqual([
      'Shift+c',
      '?',
      'Shift+Tab',
    ])
  })

  it('does not take Alt with a letter for the letter', () => {
    expect(pressName({ key: 'r', ctrlKey: false, metaKey: false, altKey: true }, false)).toBe('Alt+r')
  })
})

describe('the shell listening', () => {
  let mounted: ReturnType<typeof mount> | null = null
  afterEach(() => {
    mounted?.unmount()
    document.body.innerHTML = ''
  })

  function listen(): string[] {
    const heard: string[] = []
    const note = (id: ShellShortcut) => () => void heard.push(id)
    const handlers: Record<ShellShortcut, () => void> = {
      palette: note('palette'),
      search: note('search'),
      sync: note('sync'),
      add: note('add'),
      importFile: note('importFile'),
      outbox: note('outbox'),
      help: note('help'),
      primary: note('primary'),
      part: note('part'),
      overview: note('overview'),
      contacts: note('contacts'),
      events: note('events'),
      import: note('import'),
      verification: note('verification'),
      segments: note('segments'),
      campaigns: note('campaigns'),
      templates: note('templates'),
      workflows: note('workflows'),
      send: note('send'),
      domains: note('domains'),
      records: note('records'),
      activity: note('activity'),
      settings: note('settings'),
    }
    const Listener = defineComponent({
      setup() {
        useShortcuts(handlers)
        return () => h('div', [h('input'), h('button')])
      },
    })
    mounted = mount(Listener, { attachTo: document.body })
    return heard
  }

  function press(key: string, more: KeyboardEventInit = {}, target: EventTarget = document.body): void {
    target.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...more }))
  }

  it('hears every shortcut of the list', () => {
    const heard = listen()
    for (const { keys } of shell) {
      for (const part of keys[0].split(' ')) {
        press(part.replace('Mod+', ''), { ctrlKey: part.startsWith('Mod+') })
      }
    }
    expect(heard).toEqual(shell.map(({ id }) => id))
  })

  it('leaves letters to a field that is typed in, but not Ctrl with one', () => {
    const heard = listen()
    const input = document.querySelector('input')
    if (!input) throw new Error('no field')
    press('r', {}, input)
    press('k', { ctrlKey: true }, input)
    expect(heard).toEqual(['palette'])
  })

  it('rests while a dialog is open', () => {
    const heard = listen()
    document.body.insertAdjacentHTML('beforeend', '<div aria-modal="true"></div>')
    press('r')
    press('k', { ctrlKey: true })
    expect(heard).toEqual([])
  })

  it('forgets the first letter of two when another key comes between', () => {
    const heard = listen()
    press('g')
    press('x')
    press('o')
    expect(heard).toEqual([])
  })
})

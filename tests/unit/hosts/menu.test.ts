import type { MenuItemConstructorOptions } from 'electron'
import { describe, expect, it } from 'vitest'
import { menuTemplate } from '../../../src-main/hosts/desktop/window/menu'

function template(platform: NodeJS.Platform, packaged = true) {
  const shown: string[] = []
  const menu = menuTemplate({
    platform,
    packaged,
    version: '1.0.0',
    navigate: (screen) => shown.push(screen),
    about: () => shown.push('about'),
  })
  return { menu, shown, items: menu.flatMap((top) => top.submenu as MenuItemConstructorOptions[]) }
}

const click = (item: MenuItemConstructorOptions | undefined) => (item?.click as (() => void) | undefined)?.()

describe('the application menu', () => {
  it('has the menus people look for', () => {
    expect(template('linux').menu.map(({ label }) => label)).toEqual([
      'File',
      'Edit',
      'View',
      'Window',
      'Help',
    ])
    expect(template('darwin').menu[0]?.label).toBe('Postroom')
  })

  it('leads to every screen with a key', () => {
    const { items, shown } = template('linux')
    for (const item of items.filter(({ id }) => id?.startsWith('go-'))) {
      expect(item.accelerator).toMatch(/^CmdOrCtrl\+\d$/)
      click(item)
    }
    expect(shown).toEqual([
      'overview',
      'contacts',
      'events',
      'import',
      'verification',
      'activity',
      'settings',
    ])
  })

  it.each(['linux', 'win32', 'darwin'] as const)('asks for a file to import, in File on %s', (platform) => {
    const { menu, shown } = template(platform)
    const file = menu.find(({ label }) => label === 'File')?.submenu as MenuItemConstructorOptions[]
    expect(file[0]).toMatchObject({ label: 'Import CSV…', accelerator: 'CmdOrCtrl+I' })
    click(file[0])
    expect(shown).toEqual(['importFile'])
  })

  it('leads to the shortcuts', () => {
    const { items, shown } = template('win32')
    click(items.find(({ id }) => id === 'shortcuts'))
    expect(shown).toEqual(['shortcuts'])
  })

  it('offers developer tools to developers alone', () => {
    const roles = (packaged: boolean) => template('linux', packaged).items.map(({ role }) => role)
    expect(roles(false)).toContain('toggleDevTools')
    expect(roles(true)).not.toContain('toggleDevTools')
    expect(roles(true)).not.toContain('reload')
  })

  it('uses no key twice', () => {
    const keys = template('darwin').items.flatMap(({ accelerator }) => (accelerator ? [accelerator] : []))
    expect(new Set(keys).size).toBe(keys.length)
  })
})

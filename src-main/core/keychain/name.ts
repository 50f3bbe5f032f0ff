import { t } from '../../../src-shared/messages/message'

/** The keychain's name as people of that system know it, from the platform and the desktop that runs. */
export function keychainName(platform: NodeJS.Platform, env: NodeJS.ProcessEnv): string {
  if (platform === 'darwin') return t('core.name.keychain')
  if (platform === 'win32') return t('core.name.credentialManager')
  const desktops = (env.XDG_CURRENT_DESKTOP ?? '').toLowerCase().split(':')
  if (desktops.includes('kde')) return 'KWallet'
  const withGnomeKeyring = ['gnome', 'unity', 'cinnamon', 'x-cinnamon', 'xfce', 'mate', 'budgie', 'pantheon']
  if (desktops.some((desktop) => withGnomeKeyring.includes(desktop))) return t('core.name.gnomeKeyring')
  return env.GNOME_KEYRING_CONTROL ? t('core.name.gnomeKeyring') : t('core.name.secretService')
}

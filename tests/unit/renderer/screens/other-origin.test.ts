import { afterEach, describe, expect, it } from 'vitest'
import { defineComponent, h } from 'vue'
import ProfileName from '../../../../src-renderer/features/profiles/settings/ProfileName.vue'
import ConnectForm from '../../../../src-renderer/features/profiles/welcome/ConnectForm.vue'
import type { Profile } from '../../../../src-shared/bridge/profiles'
import { ProblemError, type ProblemCode } from '../../../../src-shared/problem'
import { soon } from '../../../fixtures/soon'
import { Page } from '../fixtures/page'

let page: Page
afterEach(() => page.close())

const refusal = (code: ProblemCode) =>
  new ProblemError({ code, title: 'Refused', why: 'Why.', action: 'Act.', retryable: false })
const key = { class: 'secret', lastFour: '0001', state: 'keychain' } as const
const profile: Profile = {
  id: 'p',
  name: 'Harbour Notes',
  colour: 1,
  production: false,
  readOnly: false,
  address: 'https://mail.example.com',
  embedded: false,
  secretKey: key,
  publicKey: { ...key, class: 'public' },
  plan: { quickEveryMinutes: 15, fullDailyAt: null, backgroundShare: 0.5 },
  createdAt: 0,
}

const report = {
  latencyMs: 1,
  contacts: 1,
  domains: 0,
  campaigns: 0,
  firstCopySeconds: 1,
  notes: [],
}

describe('an address of another origin, in Settings', () => {
  it('asks for the keys that are stored, and saves them with it', async () => {
    page = await Page.open({
      root: defineComponent({ setup: () => () => h(ProfileName, { id: 'name', profile }) }),
      core: {
        profiles: {
          test: ({ address, secretKey }) => {
            if (secretKey === undefined) throw refusal('key_other_origin')
            return { ...report, address }
          },
          update: ({ changes: { address = profile.address } }) => ({ ...profile, address }),
        },
      },
    })
    await page.fill('Address', 'https://mail.example.org')
    expect(page.text()).not.toContain('Secret key of the service there')
    await page.press('Test')
    await page.fill('Secret key of the service there', 'sk_other')
    await page.fill('Public key of the service there', 'pk_other')
    await page.press('Test')
    await soon(() => expect(page.text()).not.toContain('Secret key of the service there'))
    expect(page.asked('profiles.update').at(-1)).toMatchObject({
      changes: { address: 'https://mail.example.org' },
      keys: { secretKey: 'sk_other', publicKey: 'pk_other' },
      unencrypted: false,
    })
  })
})

describe('plain http to another machine, on Welcome', () => {
  it('is a choice of its own, which another address takes back', async () => {
    page = await Page.open({
      root: ConnectForm,
      core: {
        profiles: {
          test: ({ unencrypted, address }) => {
            if (unencrypted !== true) throw refusal('address_unencrypted')
            return { ...report, address }
          },
        },
      },
    })
    await page.fill('Address', 'http://mail.example.com')
    await page.fill('Secret key', 'sk_test')
    expect(page.text()).not.toContain('unencrypted')
    await page.press('Test')
    await page.shows('Send the key unencrypted')
    document.body.querySelectorAll<HTMLElement>('[role="checkbox"]').item(1).click()
    await page.press('Test again')
    await page.shows('It answers in')
    await page.fill('Address', 'http://mail.example.net')
    await soon(() => expect(page.text()).not.toContain('Send the key unencrypted'))
  })
})

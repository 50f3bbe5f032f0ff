import { expect, sharedApp, test } from '../fixtures/app'
import { fillConsole } from '../fixtures/filled-console'
import { startPrepared } from '../fixtures/prepared'
import { walkScreens } from '../fixtures/screen-walk'
import type { RunningService } from '../fixtures/service'
import { type Happening, toldAnew } from '../fixtures/told-anew'

const people = 300

/** Every screen, and how many kinds of pages its rows lead to at least. */
const walk = {
  starts: [
    ...['/overview', '/contacts', '/segments', '/segments/new', '/events'],
    ...['/import', '/verification', '/verification/new', '/verification/rules'],
    ...['/campaigns', '/templates', '/workflows', '/send', '/domains'],
    ...['/records', '/activity', '/settings'],
  ],
  sizes: [{ width: 1280, height: 800 }],
  presses: false,
  pages: 21,
}

test.describe('what a person looks at, has typed and scrolled to stays', { tag: '@keychain' }, () => {
  let service: RunningService
  const shared = sharedApp(async (app) => {
    service = await startPrepared({ contacts: people })
    await fillConsole(app, service, people)
  })
  test.afterAll(() => service.stop())

  for (const [name, happening] of [
    ['while the core says the same anew', 'again'],
    ['where the connection to the core breaks off and comes back', 'cut'],
  ] satisfies [string, Happening][])
    test(name, async () => {
      const { page } = shared()
      const look = await toldAnew(page, happening)
      await expect(page.locator('nav .count').first()).toHaveText(String(people))
      expect(await walkScreens(page, { ...walk, look })).toEqual([])
    })
})

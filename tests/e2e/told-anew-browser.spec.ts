import { expect, test } from '../fixtures/app'
import { fillConsole } from '../fixtures/filled-console'
import { startPrepared } from '../fixtures/prepared'
import { walkScreens } from '../fixtures/screen-walk'
import { toldAnew } from '../fixtures/told-anew'

const people = 300

/** Every screen, and how many kinds of pages its rows lead to at least. */
const walk = {
  starts: [
    ...['/overview', '/contacts', '/segments', '/segments/new', '/events'],
    ...['/import', '/verification', '/verification/new', '/verification/rules'],
    ...['/campaigns', '/templates', '/workflows', '/send', '/domains'],
    ...['/records', '/activity', '/settings'],
  ],
  pages: 21,
}

test(
  'what a person looks at, has typed and scrolled to stays while the core says the same anew',
  { tag: '@keychain' },
  async ({ app }) => {
    const service = await startPrepared({ contacts: people })
    await fillConsole(app, service, people)
    const look = await toldAnew(app.page)
    await expect(app.page.locator('nav .count').first()).toHaveText(String(people))
    const sizes = [{ width: 1280, height: 800 }]
    expect(await walkScreens(app.page, { ...walk, look, sizes, presses: false })).toEqual([])
    await service.stop()
  },
)

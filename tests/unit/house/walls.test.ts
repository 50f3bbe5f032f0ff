import path from 'node:path'
import { RuleTester } from 'eslint'
import tseslint from 'typescript-eslint'
import { describe, it } from 'vitest'
import { walls } from '../../../eslint/walls.mjs'

RuleTester.describe = describe
RuleTester.it = it

const tester = new RuleTester({ languageOptions: { parser: tseslint.parser } })
const at = (file: string, code: string) => ({ filename: path.resolve(file), code })

tester.run('the walls of the house', walls, {
  valid: [
    at('src-renderer/stores/live.ts', `import { contract } from '../../src-shared/bridge/contract'`),
    at('src-main/console.ts', `import { createRouter } from './bridge/router'`),
    at('src-main/features/segments/procedures.ts', `import { run } from '../imports'`),
    at('src-main/copying/run.ts', `import type { Cache } from '../cache/store'`),
    at('src-main/features/campaigns/hold.ts', `import { run } from '../review'`),
    at('src-main/features/campaigns/hold.ts', `import { row } from './store/sendings'`),
    at('src-main/features/campaigns/hold.ts', `import type { Row } from '../segments/store'`),
    at('src-main/cache/assemble.ts', `import { table } from '../features/contacts/store/index'`),
    at('src-main/bridge/router.ts', `import { procedures } from '../features/mail/images-procedures'`),
    at('src-renderer/App.vue', `import { KeyField } from './features/profiles'`),
    at('src-renderer/router.ts', `const page = () => import('./features/events/EventsPage.vue')`),
    at('src-main/jobs/run.ts', `import type { Cache } from '../cache/store'`),
    at('src-main/hosts/desktop/desktop.ts', `import { app } from 'electron'`),
    at('src-main/hosts/desktop/window/menu.ts', `import { Menu } from 'electron'`),
    at('src-preload/preload.ts', `import { contextBridge } from 'electron'`),
    at(
      'src-service/routes/contacts.ts',
      `import { contactSchema } from '../../src-shared/interface/contact'`,
    ),
    at('tests/fixtures/deployed-service/start.ts', `import { listen } from './http'`),
    at('tests/unit/any.test.ts', `import { x } from '../../src-service/store/contacts'`),
  ],
  invalid: [
    {
      ...at('src-main/features/campaigns/hold.ts', `import { run } from '../review/run'`),
      errors: [{ messageId: 'door' }],
    },
    {
      ...at(
        'src-main/features/campaigns/hold.ts',
        `import type { Row } from '../segments/store/audience/api'`,
      ),
      errors: [{ messageId: 'door' }],
    },
    {
      ...at(
        'src-main/features/segments/procedures.ts',
        `import { mailProcedures } from '../mail/procedures'`,
      ),
      errors: [{ messageId: 'door' }],
    },
    {
      ...at(
        'src-main/features/profiles/session.ts',
        `export { Batches } from '../verification/batches/batches'`,
      ),
      errors: [{ messageId: 'door' }],
    },
    {
      ...at('src-main/cache/assemble.ts', `import { table } from '../features/contacts/store/table'`),
      errors: [{ messageId: 'door' }],
    },
    {
      ...at('src-main/bridge/base.ts', `import { profiles } from '../features/profiles/profiles'`),
      errors: [{ messageId: 'door' }],
    },
    {
      ...at('src-main/hosts/demo.ts', `const profiles = await import('../features/profiles/profiles')`),
      errors: [{ messageId: 'door' }],
    },
    {
      ...at('src-renderer/router.ts', `import Page from './features/events/EventsPage.vue'`),
      errors: [{ messageId: 'door' }],
    },
    {
      ...at(
        'src-renderer/features/events/EventsPage.vue',
        `import Panel from '../contacts/ContactPanel.vue'`,
      ),
      errors: [{ messageId: 'door' }],
    },
    {
      ...at('src-main/features/imports/run.ts', `import { batches } from '../verification/batches/batches'`),
      errors: [{ messageId: 'wall' }],
    },
    {
      ...at(
        'src-renderer/features/contacts/use-fields.ts',
        `import { words } from '../campaigns/campaign-words'`,
      ),
      errors: [{ messageId: 'wall' }],
    },
    {
      ...at('src-renderer/kit/page/PageHead.vue', `import { columns } from '../../lists/grid/columns'`),
      errors: [{ messageId: 'wall' }],
    },
    {
      ...at('src-main/jobs/run.ts', `import { run } from '../copying/run'`),
      errors: [{ messageId: 'wall' }],
    },
    {
      ...at('src-renderer/stores/live.ts', `import { createConsole } from '../../src-main/console'`),
      errors: [{ messageId: 'wall' }],
    },
    {
      ...at('src-main/copying/run.ts', `import { route } from '../../src-renderer/router'`),
      errors: [{ messageId: 'wall' }],
    },
    {
      ...at('src-main/hosts/browser/serve.ts', `import { start } from '../../../src-service/service'`),
      errors: [{ messageId: 'service' }],
    },
    {
      ...at('src-main/console.ts', `const service = await import('../src-service/service')`),
      errors: [{ messageId: 'service' }],
    },
    {
      ...at('src-preload/preload.ts', `import { contract } from '../src-shared/bridge/contract'`),
      errors: [{ messageId: 'wall' }],
    },
    {
      ...at('src-shared/bridge/contract.ts', `import { redact } from '../../src-main/core/log'`),
      errors: [{ messageId: 'wall' }],
    },
    {
      ...at('src-shared/interface/event.ts', `export { problemSchema } from '../problem'`),
      errors: [{ messageId: 'wall' }],
    },
    {
      ...at('src-service/service.ts', `export * from '../src-main/core/client/client'`),
      errors: [{ messageId: 'wall' }],
    },
    {
      ...at('src-main/core/client/send.ts', `import { openCache } from '../../cache/open'`),
      errors: [{ messageId: 'wall' }],
    },
    {
      ...at(
        'src-main/features/contacts/store/table.ts',
        `import { table } from '../../segments/store/table'`,
      ),
      errors: [{ messageId: 'wall' }],
    },
    {
      ...at('src-main/copying/run.ts', `import { handler } from '../bridge/router'`),
      errors: [{ messageId: 'wall' }],
    },
    {
      ...at('src-main/console.ts', `import { app } from 'electron'`),
      errors: [{ messageId: 'electron' }],
    },
    {
      ...at(
        'tests/fixtures/deployed-service/call.ts',
        `import { x } from '../../../src-shared/interface/contact'`,
      ),
      errors: [{ messageId: 'wall' }],
    },
    {
      ...at('tests/fixtures/deployed-service/start.ts', `import { x } from '../../../src-service/service'`),
      errors: [{ messageId: 'service' }],
    },
    {
      ...at('src-main/core/host.ts', `import { serve } from '../hosts/browser/serve'`),
      errors: [{ messageId: 'wall' }],
    },
  ],
})

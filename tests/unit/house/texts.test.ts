import { RuleTester } from 'eslint'
import tseslint from 'typescript-eslint'
import { describe, it } from 'vitest'
import { texts } from '../../../eslint/texts.mjs'

RuleTester.describe = describe
RuleTester.it = it

const tester = new RuleTester({ languageOptions: { parser: tseslint.parser } })

tester.run('texts that people read, outside of the catalogues', texts, {
  valid: [
    `const title = t('campaigns.actions.cancel')`,
    `const item = { key: 'Cancel', label: t('words.cancel') }`,
    `throw new Error('This cannot be so')`,
    `const fault = new RangeError('This cannot be so')`,
    `log.info('The page is gone for good')`,
    `if (key === 'Page is up') next()`,
    'const query = `SELECT name FROM contact WHERE email = ?`',
    'const header = `Bearer ${token}`',
    `import { x } from 'Some place else'`,
    `type Kind = 'Made by hand'`,
  ],
  invalid: [
    `const title = 'Cancel this campaign'`,
    `const item = { label: 'Cancel' }`,
    `const item = { title: 'All contacts' }`,
    `show('It was not saved.')`,
    'const words = `Column ${number} of the file`',
    `const sentence = on ? 'The service did not answer' : ''`,
  ].map((code) => ({ code, errors: [{ messageId: 'text' }] })),
})

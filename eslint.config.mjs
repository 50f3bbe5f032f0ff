import globals from 'globals'
import vue from 'eslint-plugin-vue'
import tseslint from 'typescript-eslint'
import { longest } from './eslint/house-size.mjs'
import { texts } from './eslint/texts.mjs'
import { walls } from './eslint/walls.mjs'

const marks = [...'()[]{}<>,.:;·–—-…/\\|+−×=&#*?!%@“”‘’"\'~°→←↑↓↵⏎⌘'].concat('//', '...')
const keyCaps = ['A', 'B', 'C', 'E', 'F', 'G', 'J', 'K', 'N', 'O', 'T', 'X', 'Y', 'Z']
const examples = [
  // A request, as the interface writes it.
  'POST /v1/send',

  'anna@example.com',
  'mail.example.com',
  'https://',
  'data.plan',
  'signup',
  'JSON',
  'Postroom',
]
  .concat('name', 'subscribed', '.entry', '.exit')
  .concat([...'0123456789'])

const lines = (max) => ['error', { max, skipBlankLines: true, skipComments: true }]

export default tseslint.config(
  { ignores: ['out/', 'dist/', 'node_modules/', 'test-results/', 'coverage/'] },
  ...tseslint.configs.strict,
  ...vue.configs['flat/recommended'],
  {
    files: ['**/*.{ts,vue,mjs}'],
    languageOptions: { globals: globals.node, parserOptions: { parser: tseslint.parser } },
    plugins: { house: { rules: { texts, walls } } },
    rules: {
      'house/walls': 'error',
      '@typescript-eslint/no-explicit-any': 'error',
      '@typescript-eslint/consistent-type-imports': 'error',
      // An index that was just checked, a test's own fixture: `!` is allowed where noUncheckedIndexedAccess asks.
      '@typescript-eslint/no-non-null-assertion': 'off',
      'no-console': 'error',
      eqeqeq: ['error', 'always', { null: 'ignore' }],
      'no-empty': ['error', { allowEmptyCatch: false }],
      'max-lines': lines(longest.module),
      // Formatting is Prettier's alone.
      'vue/max-attributes-per-line': 'off',
      'vue/singleline-html-element-content-newline': 'off',
      'vue/multiline-html-element-content-newline': 'off',
      'vue/html-self-closing': 'off',
      'vue/html-indent': 'off',
      'vue/html-closing-bracket-newline': 'off',
      'vue/first-attribute-linebreak': 'off',
      'vue/block-lang': ['error', { script: { lang: 'ts' } }],
      'vue/component-api-style': ['error', ['script-setup']],
      'vue/html-quotes': ['error', 'double', { avoidEscape: true }],
      'vue/no-v-html': 'error',
      'vue/no-static-inline-styles': 'error',
    },
  },
  {
    files: ['**/*.vue'],
    languageOptions: { globals: globals.browser },
    rules: { 'max-lines': lines(longest.component) },
  },
  { files: ['src-renderer/**/*.ts', 'src-preload/**/*.ts'], languageOptions: { globals: globals.browser } },
  // The compiler refuses what is not used (noUnusedLocals, noUnusedParameters), and has looked at every file anyway.
  { files: ['**/*.{ts,vue}'], rules: { '@typescript-eslint/no-unused-vars': 'off' } },
  {
    files: ['src-*/**/*.{ts,vue}'],
    rules: {
      // Not in the oldest programs the build must run in (electron.vite.config.ts); what is of the language, the types refuse.
      'no-restricted-properties': [
        'error',
        { object: 'URL', property: 'parse', message: 'Use parseUrl of src-shared/url.ts.' },
        { object: 'URL', property: 'canParse', message: 'Use parseUrl of src-shared/url.ts.' },
        { object: 'AbortSignal', property: 'any', message: 'Use joinSignals of src-shared/signals.ts.' },
      ],
    },
  },
  {
    // It is another one at each look, though nothing in it is: what a person chose would be reset by every push.
    files: ['src-renderer/**/*.{ts,vue}'],
    rules: {
      'no-restricted-syntax': [
        'error',
        ...[
          'CallExpression[callee.name=/^watch/] > ArrowFunctionExpression:first-child',
          'Property[key.name="changes"] > ArrowFunctionExpression',
        ].map((source) => ({
          selector: `${source} > :matches(ArrayExpression, ObjectExpression, TSAsExpression)`,
          message: 'Watch a list of sources instead: [() => one, () => other].',
        })),
      ],
    },
  },
  {
    // A promise that nobody awaits is work outside the transaction that it belongs to, and says nothing.
    files: ['src-service/**/*.ts'],
    languageOptions: {
      parserOptions: { project: './eslint/service.tsconfig.json', tsconfigRootDir: import.meta.dirname },
    },
    rules: {
      '@typescript-eslint/no-floating-promises': 'error',
      '@typescript-eslint/no-misused-promises': ['error', { checksVoidReturn: { arguments: false } }],
      '@typescript-eslint/await-thenable': 'error',
    },
  },
  // The service speaks English, as such services do.
  {
    files: ['src-{main,preload,renderer,shared}/**/*.{ts,vue}'],
    rules: {
      'house/texts': 'error',
      'vue/no-bare-strings-in-template': [
        'error',
        {
          // Marks, letters of keys, and what is an example of a form in every language.
          allowlist: [...marks, ...keyCaps, ...examples],
          attributes: {
            '/.+/': [
              'title',
              'aria-label',
              'aria-description',
              'alt',
              'placeholder',
              'label',
              'hint',
              'phrase',
              'text',
            ],
          },
        },
      ],
    },
  },
  // Command-line programs speak on standard output; tests and benches print what they measure.
  { files: ['scripts/**', 'tests/**', 'eslint/**'], rules: { 'no-console': 'off' } },
)

import type { Rule } from 'eslint'

export const texts: Rule.RuleModule

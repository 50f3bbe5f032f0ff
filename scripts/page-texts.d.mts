import type { Plugin } from 'vite'

export function saidBy(sources: readonly string[]): (key: string) => boolean
export function pageTexts(root: string): Plugin

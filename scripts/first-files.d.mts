import type { Plugin } from 'vite'

export function firstFiles(name: string): Plugin

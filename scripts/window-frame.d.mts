import type { Plugin } from 'vite'

export function windowFrame(root: string): Plugin

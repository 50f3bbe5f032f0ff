import type { Outcome } from './schedule.mjs'

export function ofCheck(done: boolean, printed?: string): Outcome
export function ofVitest(done: boolean, file: string, unhandled?: string): Outcome
export function ofPlaywright(done: boolean, file: string): Outcome

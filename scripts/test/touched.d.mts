export function changedFiles(base: string): string[]
export function touchedTests(files: string[]): string[]

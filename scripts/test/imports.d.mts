export function codeIn(...places: string[]): string[]
export function importsOf(files: readonly string[], options: { types: boolean }): Map<string, string[]>
export function importersOf(
  file: string,
  imports: ReadonlyMap<string, readonly string[]>,
): Map<string, number>

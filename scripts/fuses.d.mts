/** Electron's nine fuses by name, as they are set in the packaged program. */
export const fuses: Readonly<Record<string, boolean>>
/** Sets the fuses of a program and reads them back; rejects where one is wrong or unknown. */
export function setFuses(program: string): Promise<void>
/** The names of the fuses of a program that are not as they should be. */
export function wrongFuses(program: string): Promise<string[]>

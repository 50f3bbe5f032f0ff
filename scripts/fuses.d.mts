/** Electron's nine fuses by name, as they are set in the packaged program. */
export const fuses: Readonly<Record<string, boolean>>
/** `mayLack`: an Electron that is older than the newest fuses does without them. */
interface FuseWishes {
  mayLack?: boolean
}
/** Sets the fuses of a program and reads them back; rejects where one is wrong or unknown. */
export function setFuses(program: string, wishes?: FuseWishes): Promise<void>
/** The names of the fuses of a program that are not as they should be. */
export function wrongFuses(program: string, wishes?: FuseWishes): Promise<string[]>

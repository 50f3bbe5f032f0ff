import { flipFuses, FuseV1Options, FuseVersion, getCurrentFuseWire } from '@electron/fuses'

/**
 * Electron's nine fuses, by name and in the order of the wire, as they are set in the packaged program
 * (docs/security.md, C8).
 */
export const fuses = {
  RunAsNode: false,
  EnableCookieEncryption: true,
  EnableNodeOptionsEnvironmentVariable: false,
  EnableNodeCliInspectArguments: false,
  EnableEmbeddedAsarIntegrityValidation: true,
  OnlyLoadAppFromAsar: true,
  LoadBrowserProcessSpecificV8Snapshot: false,
  GrantFileProtocolExtraPrivileges: false,
  WasmTrapHandlers: true,
}

const names = Object.keys(fuses)
const off = '0'.charCodeAt(0)
const on = '1'.charCodeAt(0)

/**
 * Sets the fuses of an Electron program and reads them back. Throws where one is not as it should be, or where the
 * program has a fuse that is not named here: a new one is decided on, not inherited. An older Electron than the one that
 * package.json names `mayLack` the newest fuses.
 */
export async function setFuses(program, { mayLack = false } = {}) {
  const wire = mayLack ? await getCurrentFuseWire(program) : FuseV1Options
  const known = names.filter((name) => name in FuseV1Options && FuseV1Options[name] in wire)
  await flipFuses(program, {
    version: FuseVersion.V1,
    resetAdHocDarwinSignature: process.platform === 'darwin',
    // A library that is older than the newest fuse cannot set that one; reading back tells whether that matters.
    strictlyRequireAllFuses: known.length === names.length || mayLack,
    ...Object.fromEntries(known.map((name) => [FuseV1Options[name], fuses[name]])),
  })
  const wrong = await wrongFuses(program, { mayLack })
  if (wrong.length > 0)
    throw new Error(`These fuses of ${program} are not as they should be: ${wrong.join(', ')}.`)
}

/** The names (or numbers, where they have none here) of the fuses of a program that are not as they should be. */
export async function wrongFuses(program, { mayLack = false } = {}) {
  const wire = await getCurrentFuseWire(program)
  const onWire = Object.keys(wire).filter((key) => /^\d+$/.test(key)).length
  const positions = mayLack ? onWire : Math.max(names.length, onWire)
  return Array.from({ length: positions }, (_unused, at) => at)
    .filter((at) => {
      const name = names[at]
      return name === undefined || wire[at] !== (fuses[name] ? on : off)
    })
    .map((at) => names[at] ?? `fuse ${at}`)
}

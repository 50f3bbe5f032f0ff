import { playwright, vitest } from './parts.mjs'

/** A part that runs files of tests once: unit, integration or end-to-end, by their names. */
function partsOf(files, hosts) {
  const specs = files.filter((file) => file.endsWith('.spec.ts'))
  const others = files.filter((file) => !specs.includes(file))
  return [
    ...(others.length > 0 ? [{ name: others.join(' '), run: () => vitest(others) }] : []),
    ...(specs.length > 0
      ? hosts.map((host) => ({ name: `${specs.join(' ')} in ${host}`, run: () => playwright([host], specs) }))
      : []),
  ]
}

/** Runs files of tests `times` times, one time after the other, in these hosts: for hunting what fails now and then. */
export function repeated(files, times, hosts) {
  return Array.from({ length: times }, (_, at) =>
    partsOf(files, hosts).map((part) => ({ ...part, name: `${part.name}, ${at + 1} of ${times}` })),
  ).flat()
}

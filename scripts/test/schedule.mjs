import os from 'node:os'

// Parts run in two lanes: what fills both cores by itself, one after the other, and beside it what fills one.

/** "1 min 20 s" of milliseconds. */
export function lasted(milliseconds) {
  const seconds = Math.round(milliseconds / 1000)
  return seconds < 60 ? `${seconds} s` : `${Math.floor(seconds / 60)} min ${seconds % 60} s`
}

/** Milliseconds that all cores of this machine have worked and rested, whoever they worked for. */
function coreTimes() {
  const times = os.cpus().map((core) => core.times)
  const total = (ofOne) => times.reduce((sum, time) => sum + ofOne(time), 0)
  return {
    idle: total(({ idle }) => idle),
    all: total((time) => Object.values(time).reduce((sum, one) => sum + one, 0)),
  }
}

/** How much of the cores was busy since `before`: where it is little, tests wait, and more of them may run at once. */
function busySince(before) {
  const now = coreTimes()
  return `${Math.round(100 * (1 - (now.idle - before.idle) / Math.max(1, now.all - before.all)))} % of the cores busy`
}

const counted = new Intl.NumberFormat('en-US')

/**
 * Runs parts and tells how it goes: what begins, what it came to and how long it took, what is left. What a part beside the
 * others prints is held back, and shown only when it failed. A part: `{ name, beside, after, why, run }`. `after` names a part
 * that must be over before; `why` says, when its turn has come, why it is left out; `run` resolves to what it came to.
 * Resolves to `{ part, outcome }` of each, `outcome` null for what was left out.
 */
export async function runParts(parts) {
  const began = Date.now()
  const left = new Set(parts)
  const leftNow = () => [...left].map(({ name }) => name).join(', ') || 'nothing'
  const one = async (part) => {
    const why = part.why?.()
    if (why) {
      left.delete(part)
      console.log(`\nLeft out: ${part.name}. ${why}`)
      return { part, outcome: null }
    }
    console.log(`\n== ${part.name}${part.beside ? ', beside the others' : ''}`)
    const start = Date.now()
    const before = coreTimes()
    const held = []
    const outcome = await part.run(part.beside ? (text) => held.push(text) : undefined)
    const milliseconds = Date.now() - start
    left.delete(part)
    if (outcome.failed > 0) process.stdout.write(held.join(''))
    const { passed, failed } = outcome
    console.log(
      `\n== ${part.name}: ${counted.format(passed)} passed, ${counted.format(failed)} failed in ${lasted(milliseconds)}, ${busySince(before)}. ` +
        `${lasted(Date.now() - began)} since the start. Left: ${leftNow()}.`,
    )
    return { part, outcome }
  }
  const ends = new Map(parts.map(({ name }) => [name, Promise.withResolvers()]))
  const lane = async (own) => {
    const results = []
    for (const part of own) {
      await ends.get(part.after)?.promise
      results.push(await one(part))
      ends.get(part.name).resolve()
    }
    return results
  }
  const lanes = [parts.filter((part) => !part.beside), parts.filter((part) => part.beside)]
  return (await Promise.all(lanes.map(lane))).flat()
}

/** Says at the end what failed, which files took longest, what was left out is above; the last line is the sum. Returns the exit code. */
export function sumUp(results, { everythingMustRun }) {
  const ran = results.filter(({ outcome }) => outcome)
  const missing = everythingMustRun ? results.length - ran.length : 0
  const slowest = ran
    .flatMap(({ part, outcome }) => outcome.files.map((file) => ({ ...file, part: part.name })))
    .sort((a, b) => b.seconds - a.seconds)
    .slice(0, 10)
  if (slowest.length > 0) console.log('\nThe slowest files:')
  for (const { file, seconds, part } of slowest)
    console.log(`${seconds.toFixed(1).padStart(7)} s  ${file} (${part})`)
  // Once more at the end: what failed long ago is far above by now, and cut off where only the end is kept.
  for (const { part, outcome } of ran) {
    if (outcome.failed === 0) continue
    const names = outcome.names.length > 0 ? outcome.names : ['the part as a whole']
    for (const name of names) console.log(`\nFailed in ${part.name}: ${name}`)
  }
  const passed = ran.reduce((sum, { outcome }) => sum + outcome.passed, 0)
  const failed = ran.reduce((sum, { outcome }) => sum + outcome.failed, missing)
  console.log(`\n${passed} passed, ${failed} failed`)
  return failed === 0 ? 0 : 1
}

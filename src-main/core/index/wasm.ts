// Writes WebAssembly as nested expressions, each the bytes of one operation after those of its operands:
// https://webassembly.github.io/spec/core/binary. Only what scan-program.ts needs is here.

/** Bytes of a piece of code; `labels` are the loops around it, the innermost first. */
export type Code = (labels: readonly string[]) => number[]

/** A parameter or a variable of a function. */
export interface Local {
  get: Code
  set(value: Code): Code
}

const types = { i32: 0x7f, v128: 0x7b } as const
type Type = keyof typeof types

/** A function: its parameters are numbers and its answer is one. */
export interface WasmFunction {
  name: string
  parameters: number
  variables: readonly Type[]
  body: readonly Code[]
}

const page = 65_536

function unsigned(value: number): number[] {
  return value < 128 ? [value] : [(value & 127) | 128, ...unsigned(value >>> 7)]
}

function signed(value: number): number[] {
  const byte = value & 127
  const rest = value >> 7
  const isLast = (rest === 0 && byte < 64) || (rest === -1 && byte >= 64)
  return isLast ? [byte] : [byte | 128, ...signed(rest)]
}

const joined = (codes: readonly Code[], labels: readonly string[]) => codes.flatMap((code) => code(labels))
const operation =
  (...opcode: number[]) =>
  (...operands: Code[]): Code =>
  (labels) => [...joined(operands, labels), ...opcode]
/** Operations on 16 bytes at once have numbers of their own behind this byte. */
const wide = (number: number, ...rest: number[]) => operation(0xfd, ...unsigned(number), ...rest)

/** The parameter or variable at a place; parameters come first. */
export const local = (index: number): Local => ({
  get: () => [0x20, index],
  set: (value) => operation(0x21, index)(value),
})

/** Operations on numbers of 32 bits; those whose name ends in `8` take or keep one byte. */
export const i32 = {
  of:
    (value: number): Code =>
    () => [0x41, ...signed(value)],
  load: (address: Code, offset = 0) => operation(0x28, 2, ...unsigned(offset))(address),
  load8: (address: Code, offset = 0) => operation(0x2d, 0, ...unsigned(offset))(address),
  store8: operation(0x3a, 0, 0),
  store16: operation(0x3b, 1, 0),
  isZero: operation(0x45),
  equal: operation(0x46),
  less: operation(0x49),
  greater: operation(0x4b),
  trailingZeros: operation(0x68),
  add: operation(0x6a),
  minus: operation(0x6b),
  and: operation(0x71),
  or: operation(0x72),
  shiftLeft: operation(0x74),
  shiftRight: operation(0x76),
}

/** Operations on 16 bytes. `lookUp(table, places)`: the byte of the table at each place, 0 for a place beyond it. */
export const v128 = {
  load: (address: Code, offset = 0) => wide(0x00, 0, ...unsigned(offset))(address),
  of: (bytes: readonly number[]): Code => wide(0x0c, ...bytes)(),
  lookUp: wide(0x0e),
  repeat: wide(0x0f),
  equal: wide(0x23),
  and: wide(0x4e),
  or: wide(0x50),
  /** Whether any bit is set. */
  any: wide(0x53),
  /** A bit for each byte: its highest. */
  bits: wide(0x64),
  shiftRight: wide(0x6d),
  minus: wide(0x71),
}

/** Code that is gone through again where it says so by {@link again}. */
export const loop =
  (label: string, ...body: Code[]): Code =>
  (labels) => [0x03, 0x40, ...joined(body, [label, ...labels]), 0x0b]

/** Goes on at the start of the loop of that label. */
export const again =
  (label: string): Code =>
  (labels) => [0x0c, labels.indexOf(label)]

/** Code that runs where the condition holds. */
export const when =
  (condition: Code, ...body: Code[]): Code =>
  (labels) => [...condition(labels), 0x04, 0x40, ...joined(body, ['', ...labels]), 0x0b]

/** Ends the function with an answer. */
export const answer = operation(0x0f)

const sized = (bytes: readonly number[]) => [...unsigned(bytes.length), ...bytes]
const counted = (items: readonly (readonly number[])[]) => [...unsigned(items.length), ...items.flat()]
const section = (id: number, items: readonly (readonly number[])[]) => [id, ...sized(counted(items))]
const named = (name: string) => sized([...Buffer.from(name, 'utf8')])

function codeOf({ variables, body }: WasmFunction): number[] {
  const declared = counted(variables.map((type) => [1, types[type]]))
  // Every way out is an answer: what follows is never reached, and says so.
  return sized([...declared, ...joined(body, []), 0x00, 0x0b])
}

/** A module of these functions, with as much memory of its own as `bytes` need; the memory is exported as `memory`. */
export function wasmModule(functions: readonly WasmFunction[], bytes: number): Uint8Array {
  const numbers = (count: number) => counted(Array.from({ length: count }, () => [types.i32]))
  return Uint8Array.from([
    ...[0x00, 0x61, 0x73, 0x6d, 1, 0, 0, 0],
    ...section(
      1,
      functions.map(({ parameters }) => [0x60, ...numbers(parameters), ...numbers(1)]),
    ),
    ...section(
      3,
      functions.map((_, index) => unsigned(index)),
    ),
    ...section(5, [[0, ...unsigned(Math.ceil(bytes / page))]]),
    ...section(7, [
      [...named('memory'), 2, 0],
      ...functions.map(({ name }, index) => [...named(name), 0, ...unsigned(index)]),
    ]),
    ...section(10, functions.map(codeOf)),
  ])
}

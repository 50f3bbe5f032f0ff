import { type Code, type WasmFunction, again, answer, i32, local, loop, v128, wasmModule, when } from './wasm'

/** Bytes compared at once, and of how many the result is looked at. */
const block = 16
const step = 2 * block
/** Texts passed over at once from one hit to the next. */
const stride = 8
const most = { needle: 4096, text: 1 << 17, texts: 1 << 14 } as const
const ends = 2 * most.needle
const flags = ends + 4 * (most.texts + stride + 1)
const text = Math.ceil((flags + most.texts) / block) * block
// What is read at once may reach beyond the last text by a needle and a block.
const beyond = most.needle + step

/**
 * Where things lie in the program's memory, and how much fits of each. Texts come last: there may be more of them where the memory
 * is longer, but for what is read `beyond` them. `ends` have {@link endsBehind} more, larger than any.
 */
export const layout = {
  needle: 0,
  table: most.needle,
  ends,
  flags,
  text,
  beyond,
  most,
  size: text + most.text + beyond,
} as const
export const endsBehind = stride + 1

/** Which of the bytes from an address on are that one: of the needle's first, middle and last, which few places have all. */
const probe = (at: Code, from: number, byte: Code): Code => v128.equal(v128.load(at, from), byte)

/**
 * `scan(at, end, length, shift, lead, of)`: flags each text, of those that lie from `at` to before `end`, that has the
 * needle of that length; answers whether any has. An address and `shift` make an offset as in `ends`. `lead` is 1
 * where the needle begins with the separator, which stands before the text that it is said of. `of` is where the end of the
 * first text is kept.
 */
function scan(): WasmFunction {
  const [at, end, length, shift, lead] = [local(0), local(1), local(2), local(3), local(4)]
  const [of, half, bits, hit, same, any] = [local(5), local(6), local(7), local(8), local(9), local(10)]
  const probed = local(11)
  const [first, middle, last, here, next] = [local(12), local(13), local(14), local(15), local(16)]
  const byteAt = (offset: Code) => v128.repeat(i32.load8(offset, layout.needle))
  const beforeLast = i32.minus(length.get, i32.of(1))
  const offset = i32.add(i32.add(hit.get, shift.get), lead.get)
  const agreeing = (from: number) =>
    v128.and(
      v128.and(probe(at.get, from, first.get), probe(i32.add(at.get, half.get), from, middle.get)),
      probe(i32.add(at.get, beforeLast), from, last.get),
    )
  const passOver = (texts: number) =>
    loop(
      'pass',
      when(
        i32.less(i32.load(of.get, 4 * (texts - 1)), offset),
        of.set(i32.add(of.get, i32.of(4 * texts))),
        again('pass'),
      ),
    )
  return {
    name: 'scan',
    parameters: 6,
    variables: ['i32', 'i32', 'i32', 'i32', 'i32', 'i32', 'v128', 'v128', 'v128', 'v128', 'v128'],
    body: [
      half.set(i32.shiftRight(length.get, i32.of(1))),
      first.set(byteAt(i32.of(0))),
      middle.set(byteAt(half.get)),
      last.set(byteAt(beforeLast)),
      end.set(i32.minus(end.get, length.get)),
      // Of up to three bytes nothing is left to be compared.
      when(i32.less(length.get, i32.of(4)), probed.set(length.get)),
      loop(
        'blocks',
        when(i32.greater(at.get, end.get), answer(any.get)),
        here.set(agreeing(0)),
        next.set(agreeing(block)),
        when(
          i32.isZero(v128.any(v128.or(here.get, next.get))),
          at.set(i32.add(at.get, i32.of(step))),
          again('blocks'),
        ),
        bits.set(i32.or(v128.bits(here.get), i32.shiftLeft(v128.bits(next.get), i32.of(block)))),
        loop(
          'places',
          when(
            bits.get,
            hit.set(i32.add(at.get, i32.trailingZeros(bits.get))),
            when(i32.greater(hit.get, end.get), answer(any.get)),
            same.set(probed.get),
            loop(
              'bytes',
              when(
                i32.less(same.get, length.get),
                when(
                  i32.equal(i32.load8(same.get, layout.needle), i32.load8(i32.add(hit.get, same.get))),
                  same.set(i32.add(same.get, i32.of(1))),
                  again('bytes'),
                ),
              ),
            ),
            when(
              i32.equal(same.get, length.get),
              passOver(stride),
              passOver(1),
              i32.store8(flagOf(of.get), i32.of(1)),
              any.set(i32.of(1)),
              at.set(i32.minus(i32.load(of.get), shift.get)),
              again('blocks'),
            ),
            bits.set(i32.and(bits.get, i32.minus(bits.get, i32.of(1)))),
            again('places'),
          ),
        ),
        at.set(i32.add(at.get, i32.of(step))),
        again('blocks'),
      ),
    ],
  }
}

/** The flag of the text whose end is kept at an address. */
const flagOf = (end: Code): Code =>
  i32.add(i32.shiftRight(i32.minus(end, i32.of(layout.ends)), i32.of(2)), i32.of(layout.flags))

/**
 * `rows(at, end, into)`: for each code of one byte from `at` to before `end` a bit, which the table of 256 bits has at that code.
 * 16 at once: of each code the byte of the table that has its bit, and in it the bit.
 */
function rows(): WasmFunction {
  const [at, end, into] = [local(0), local(1), local(2)]
  const [codes, bit, low, high, powers] = [local(3), local(4), local(5), local(6), local(7)]
  const byteOf = v128.shiftRight(codes.get, i32.of(3))
  const repeated = (byte: number) => v128.repeat(i32.of(byte))
  return {
    name: 'rows',
    parameters: 3,
    variables: ['v128', 'v128', 'v128', 'v128', 'v128'],
    body: [
      low.set(v128.load(i32.of(layout.table))),
      high.set(v128.load(i32.of(layout.table + block))),
      powers.set(v128.of([1, 2, 4, 8, 16, 32, 64, 128, 1, 2, 4, 8, 16, 32, 64, 128])),
      loop(
        'blocks',
        when(i32.equal(at.get, end.get), answer(i32.of(0))),
        codes.set(v128.load(at.get)),
        bit.set(v128.lookUp(powers.get, v128.and(codes.get, repeated(7)))),
        i32.store16(
          into.get,
          v128.bits(
            v128.equal(
              v128.and(
                bit.get,
                v128.or(
                  v128.lookUp(low.get, byteOf),
                  v128.lookUp(high.get, v128.minus(byteOf, repeated(block))),
                ),
              ),
              bit.get,
            ),
          ),
        ),
        at.set(i32.add(at.get, i32.of(block))),
        into.set(i32.add(into.get, i32.of(2))),
        again('blocks'),
      ),
    ],
  }
}

/** What it is compiled from, some 500 bytes. */
export const scanProgram = wasmModule([scan(), rows()], layout.size)

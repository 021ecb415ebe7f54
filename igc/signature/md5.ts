// MD5 (RFC 1321) from any initial state. Written here since instruments that publish how they sign begin with their own states,
// which node:crypto does not take.

/** The four words of the state. */
export type State = readonly [number, number, number, number]

const BLOCK = 64
const SINES = Int32Array.from({ length: 64 }, (_, i) => Math.floor(Math.abs(Math.sin(i + 1)) * 2 ** 32) | 0)

/** Sixteen bytes in lowercase hexadecimal. */
export function digest(message: Uint8Array, state: State): string {
  const words = Int32Array.from(state, (word) => word | 0)
  const view = new DataView(message.buffer, message.byteOffset, message.byteLength)
  const whole = message.length - (message.length % BLOCK)
  const block = new Int32Array(16)
  for (let at = 0; at < whole; at += BLOCK) {
    for (let k = 0; k < 16; k++) block[k] = view.getInt32(at + 4 * k, true)
    mix(words, block)
  }
  const tail = pad(message.subarray(whole), message.length)
  for (let at = 0; at < tail.byteLength; at += BLOCK) {
    for (let k = 0; k < 16; k++) block[k] = tail.getInt32(at + 4 * k, true)
    mix(words, block)
  }
  return toHex(words)
}

/** The rest of the message, a bit, zeros, and the length of the whole in bits. */
function pad(rest: Uint8Array, length: number): DataView {
  const tail = new Uint8Array(rest.length + 9 > BLOCK ? 2 * BLOCK : BLOCK)
  tail.set(rest)
  tail[rest.length] = 0x80
  const view = new DataView(tail.buffer)
  view.setUint32(tail.length - 8, (length * 8) >>> 0, true)
  view.setUint32(tail.length - 4, Math.floor(length / 2 ** 29), true)
  return view
}

// One loop a round, each of four steps at a time: a quarter of the time of one loop that asks for the round at each step.
function mix(words: Int32Array, block: Int32Array): void {
  let a = words[0]!
  let b = words[1]!
  let c = words[2]!
  let d = words[3]!
  for (let i = 0; i < 16; i += 4) {
    a = turn(a + (d ^ (b & (c ^ d))) + SINES[i]! + block[i]!, 7, b)
    d = turn(d + (c ^ (a & (b ^ c))) + SINES[i + 1]! + block[i + 1]!, 12, a)
    c = turn(c + (b ^ (d & (a ^ b))) + SINES[i + 2]! + block[i + 2]!, 17, d)
    b = turn(b + (a ^ (c & (d ^ a))) + SINES[i + 3]! + block[i + 3]!, 22, c)
  }
  for (let i = 16; i < 32; i += 4) {
    a = turn(a + (c ^ (d & (b ^ c))) + SINES[i]! + block[(5 * i + 1) & 15]!, 5, b)
    d = turn(d + (b ^ (c & (a ^ b))) + SINES[i + 1]! + block[(5 * i + 6) & 15]!, 9, a)
    c = turn(c + (a ^ (b & (d ^ a))) + SINES[i + 2]! + block[(5 * i + 11) & 15]!, 14, d)
    b = turn(b + (d ^ (a & (c ^ d))) + SINES[i + 3]! + block[(5 * i) & 15]!, 20, c)
  }
  for (let i = 32; i < 48; i += 4) {
    a = turn(a + (b ^ c ^ d) + SINES[i]! + block[(3 * i + 5) & 15]!, 4, b)
    d = turn(d + (a ^ b ^ c) + SINES[i + 1]! + block[(3 * i + 8) & 15]!, 11, a)
    c = turn(c + (d ^ a ^ b) + SINES[i + 2]! + block[(3 * i + 11) & 15]!, 16, d)
    b = turn(b + (c ^ d ^ a) + SINES[i + 3]! + block[(3 * i + 14) & 15]!, 23, c)
  }
  for (let i = 48; i < 64; i += 4) {
    a = turn(a + (c ^ (b | ~d)) + SINES[i]! + block[(7 * i) & 15]!, 6, b)
    d = turn(d + (b ^ (a | ~c)) + SINES[i + 1]! + block[(7 * i + 7) & 15]!, 10, a)
    c = turn(c + (a ^ (d | ~b)) + SINES[i + 2]! + block[(7 * i + 14) & 15]!, 15, d)
    b = turn(b + (d ^ (c | ~a)) + SINES[i + 3]! + block[(7 * i + 21) & 15]!, 21, c)
  }
  words[0] = (words[0]! + a) | 0
  words[1] = (words[1]! + b) | 0
  words[2] = (words[2]! + c) | 0
  words[3] = (words[3]! + d) | 0
}

function turn(sum: number, shift: number, onto: number): number {
  return (((sum << shift) | ((sum | 0) >>> (32 - shift))) + onto) | 0
}

function toHex(words: Int32Array): string {
  let text = ''
  for (const word of words)
    for (let shift = 0; shift < 32; shift += 8)
      text += ((word >>> shift) & 0xff).toString(16).padStart(2, '0')
  return text
}

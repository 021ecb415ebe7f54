// Signs a file as an instrument with an open scheme does.
import { digest } from '#igc/signature/md5.ts'
import { schemes } from '#igc/signature/schemes.ts'

export function sign(text: string, maker: 'XCS' | 'XLK'): string {
  const { states, collect } = schemes.get(maker)!
  const lines = text.split(/\r?\n/).filter((line) => line !== '' && !line.startsWith('G'))
  const into = new Uint8Array(Buffer.byteLength(text, 'latin1'))
  const length = collect(
    lines.map((line) => Buffer.from(line, 'latin1')),
    into,
  )
  const digits = states.map((state) => digest(into.subarray(0, length), state)).join('')
  const record = digits.match(/.{16}/g)!.map((part) => `G${part}`)
  return `${[...lines, ...record].join('\n')}\n`
}

import type { Readable } from 'node:stream'

/** Throws when the last line has no end. */
export async function* splitLines(stream: Readable): AsyncGenerator<string> {
  let rest = ''
  for await (const chunk of stream.setEncoding('utf8')) {
    const lines = (rest + String(chunk)).split('\n')
    rest = lines.pop() ?? ''
    yield* lines
  }
  if (rest !== '') throw new Error('the last line has no end')
}

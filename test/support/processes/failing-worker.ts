// A thread that does what the first byte of its file says, to see what the pool makes of it.
export async function analyse({ bytes }: { bytes: Uint8Array }): Promise<object> {
  switch (String.fromCodePoint(bytes[0] ?? 0)) {
    case 'x':
      return process.exit(3)
    case 't':
      throw new Error('a fault in the thread')
    case 'l':
      for (;;) bytes[1] = (bytes[1] ?? 0) + 1
    case 'm': {
      const kept: number[][] = []
      for (;;) kept.push(Array.from({ length: 100_000 }, (_, index) => index + kept.length))
    }
    case 's':
      await new Promise((resolve) => setTimeout(resolve, 300))
      break
    case 'w':
      await new Promise((resolve) => setTimeout(resolve, 3000))
      break
    default:
  }
  return { isFlight: false, diagnoses: [] }
}

export function track(): object {
  return { seconds: [], latitude: [], longitude: [], altitude: [] }
}

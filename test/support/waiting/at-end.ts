// What the tests of a process share is closed when the last of them has ended.
const endings: (() => Promise<void>)[] = []

export function closeAtEnd(close: () => Promise<void>): void {
  endings.push(close)
}

export async function closeShared(): Promise<void> {
  for (const close of endings.splice(0)) await close()
}

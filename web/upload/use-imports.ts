// Archives that the server imports. It goes on without us, so this only looks: while one is running, every second.
import { useEffect, useState } from 'preact/hooks'
import type { Import } from '#contract/imports.ts'
import type { ImportList } from '#dashboard/imports.ts'
import { get, post } from '../parts/api.ts'
import { forgetFlights } from '../parts/load.ts'

const POLL_MS = 1000
const RETRY_MS = 5000

let imports: Import[] = []
let timer: ReturnType<typeof setTimeout> | undefined
const redraws = new Set<() => void>()

export function useImports() {
  const [, count] = useState(0)
  useEffect(() => {
    const redraw = () => count((times) => times + 1)
    redraws.add(redraw)
    void lookAtImports()
    return () => void redraws.delete(redraw)
  }, [])
  return { imports, dismiss }
}

/** Now, and again as long as somebody watches one that is running. */
export async function lookAtImports(): Promise<void> {
  clearTimeout(timer)
  let delayMs = POLL_MS
  try {
    show((await get<ImportList>('/imports')).imports)
  } catch {
    // The list shown may be old; the next look brings it up to date.
    delayMs = RETRY_MS
  }
  clearTimeout(timer)
  const isWorthIt = redraws.size > 0 && (delayMs === RETRY_MS || imports.some(isRunning))
  if (isWorthIt) timer = setTimeout(() => void lookAtImports(), delayMs)
}

export function isRunning({ state }: Import): boolean {
  return state === 'running'
}

async function dismiss(done: Import): Promise<void> {
  await post(`/imports/${done.id}/read`)
  show(imports.filter(({ id }) => id !== done.id))
}

function show(next: Import[]): void {
  imports = next
  // The logbook has more flights by now.
  forgetFlights()
  for (const redraw of redraws) redraw()
}

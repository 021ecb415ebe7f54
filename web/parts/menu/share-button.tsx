// Hands an address on: by the system's sheet where there is one, else by a copy of it.
import { texts } from '../../language/texts.ts'
import { useState } from 'preact/hooks'
import { Icon } from '../icons.tsx'

const SHOWN_MS = 2000

export const hasSheet = () => 'share' in navigator

export function ShareButton({ url: path, title }: { url: string; title: string }) {
  const [isCopied, setCopied] = useState(false)
  const share = async () => {
    const url = new URL(path, location.href).href
    if (await openSheet(url, title)) return
    await navigator.clipboard.writeText(url)
    setCopied(true)
    setTimeout(() => setCopied(false), SHOWN_MS)
  }
  const words = isCopied ? texts.devices.copied : texts.flight.share
  return (
    // Where a page may not copy, the address is in the browser's own bar.
    <button
      class={isCopied ? 'done' : ''}
      type="button"
      aria-label={words}
      onClick={() => void share().catch(() => undefined)}
    >
      <Icon name={isCopied ? 'check' : 'share'} /> <span role="status">{words}</span>
    </button>
  )
}

/** False when there is none, or it refuses; a reader who closes it wants nothing else. */
export async function openSheet(url: string, title: string): Promise<boolean> {
  if (!hasSheet()) return false
  try {
    await navigator.share({ url, title })
    return true
  } catch (error) {
    return (error as Error).name === 'AbortError'
  }
}

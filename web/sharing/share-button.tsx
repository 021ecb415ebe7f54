// Opens the system's share sheet: messengers, mail, other apps. Only where the browser has one.
import { useState } from 'preact/hooks'
import { texts } from '../language/texts.ts'
import { Icon } from '../parts/icons.tsx'

export function ShareButton({ url, title }: { url: string; title: string }) {
  const [isOpen, setOpen] = useState(false)
  const link = { url, title }
  if (!('share' in navigator) || !navigator.canShare?.(link)) return null
  const share = async () => {
    setOpen(true)
    try {
      await navigator.share(link)
    } catch {
      // The pilot closed the sheet.
    }
    setOpen(false)
  }
  return (
    <button class="secondary small" type="button" disabled={isOpen} onClick={() => void share()}>
      <Icon name="external" size={16} /> {texts.sharing.shareLink}
    </button>
  )
}

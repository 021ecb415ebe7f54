// Text with a copy button: a secret that is shown only once, or a command.
import { texts } from '../language/texts.ts'
import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import { Icon } from '../parts/icons.tsx'

export function CopyField({
  text,
  label,
  isBlock = false,
}: {
  text: string
  label: string
  isBlock?: boolean
}) {
  const [isCopied, setCopied] = useState(false)
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text)
      setCopied(true)
      setTimeout(() => setCopied(false), 2000)
    } catch {
      // Without permission the text can still be selected by hand.
      setCopied(false)
    }
  }
  return (
    <div class="secret">
      {isBlock ? (
        <pre tabIndex={0} role="region" aria-label={label}>
          <code>{text}</code>
        </pre>
      ) : (
        <code>{text}</code>
      )}
      <button
        class="secondary small"
        type="button"
        aria-label={isCopied ? texts.devices.copied : texts.devices.copyNamed(label)}
        onClick={() => void copy()}
      >
        <Icon name={isCopied ? 'check' : 'copy'} size={16} />{' '}
        <span role="status">{isCopied ? texts.devices.copied : texts.devices.copy}</span>
      </button>
    </div>
  )
}

const keepings = {
  hashed: 'only its hash is stored.',
  encrypted: 'it is stored encrypted, because deliveries are signed with it.',
}

/** In English, for developers. */
export function ShownOnce({ what, kept = 'hashed' }: { what: string; kept?: keyof typeof keepings }) {
  return <OnceNotice>{`Copy ${what} now. It is shown only once; ${keepings[kept]}`}</OnceNotice>
}

export function OnceNotice({ children }: { children: ComponentChildren }) {
  return (
    <div class="notice sun">
      <Icon name="warning" />
      <div>{children}</div>
    </div>
  )
}

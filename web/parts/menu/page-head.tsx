// The head of a page: its title, which the browser's tab shows too, and its buttons.
import type { ComponentChildren } from 'preact'
import { useEffect } from 'preact/hooks'
import { Icon } from '../icons.tsx'

interface PageHeadProps {
  title: string
  about?: ComponentChildren
  /** The page that this one belongs to. */
  back?: { path: string; name: string }
  /** Of whom it tells. */
  picture?: ComponentChildren
  children?: ComponentChildren
}

export function PageHead({ title, about, back, picture, children }: PageHeadProps) {
  useEffect(() => {
    document.title = `${title} · Cloudstreet`
  }, [title])
  return (
    <div class="page-head">
      {picture}
      <div>
        {back && (
          <a class="back" href={back.path}>
            <Icon name="back" size={16} /> {back.name}
          </a>
        )}
        <h1>{title}</h1>
        {about && <p>{about}</p>}
      </div>
      {children}
    </div>
  )
}

// The head of a page: its title, which the browser's tab shows too, and its buttons.
import type { ComponentChildren } from 'preact'
import { useEffect } from 'preact/hooks'
import { Icon } from '../icons.tsx'

interface PageHeadProps {
  title: string
  /** In the browser's tab, where the title alone is that of other pages, too. */
  tab?: string | undefined
  about?: ComponentChildren
  /** The page that this one belongs to. */
  back?: { path: string; name: string }
  /** Of whom it tells. */
  picture?: ComponentChildren
  children?: ComponentChildren
}

export function PageHead({ title, tab = title, about, back, picture, children }: PageHeadProps) {
  useEffect(() => {
    document.title = `${tab} · Cloudstreet`
  }, [tab])
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

// The head of a page: its title, which the browser's tab shows too, and its buttons.
import type { ComponentChildren } from 'preact'
import { useEffect } from 'preact/hooks'
import { Icon } from '../icons.tsx'

interface PageHeadProps {
  title: string
  /** For the browser's tab, where several pages have one title. */
  tab?: string
  about?: ComponentChildren
  /** The page that this one belongs to. */
  back?: { path: string; name: string }
  children?: ComponentChildren
}

export function PageHead({ title, tab = title, about, back, children }: PageHeadProps) {
  useEffect(() => {
    document.title = `${tab} · Cloudstreet`
  }, [tab])
  return (
    <div class="page-head">
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

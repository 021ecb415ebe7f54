// The frame of a page of clubs, and of the lists on it.
import type { ComponentChildren } from 'preact'
import { useId } from 'preact/hooks'
import { PageFoot } from '../language/page-foot.tsx'
import { isVisitor } from '../parts/api.ts'
import type { Loaded } from '../parts/load.ts'
import { Wait } from '../parts/notices.tsx'
import { rankingWords } from './words.ts'
import { PageHead } from '../parts/menu/page-head.tsx'

export function ClubPage({
  picture,
  actions,
  loaded,
  children,
  ...head
}: {
  title: string
  tab?: string | undefined
  about?: ComponentChildren
  picture?: ComponentChildren
  actions?: ComponentChildren
  loaded?: Pick<Loaded<unknown>, 'value' | 'problem' | 'reload'>
  children?: ComponentChildren
}) {
  return (
    <div class="stack">
      <div class={isVisitor() ? 'stack visited' : 'stack'}>
        <PageHead {...head} picture={picture}>
          {actions}
        </PageHead>
        {loaded && <Wait loaded={loaded} height="page" />}
        {children}
      </div>
      {isVisitor() && (
        <>
          <p>
            <a class="button" href={`/sign-in?return_to=${encodeURIComponent(location.pathname)}`}>
              {rankingWords.signIn}
            </a>
          </p>
          <PageFoot />
        </>
      )}
    </div>
  )
}

export function ListCard({
  title,
  head,
  children,
}: {
  title: string
  head?: ComponentChildren
  children: ComponentChildren
}) {
  const id = useId()
  return (
    <section class="card list-card" aria-labelledby={id}>
      <div class="list-head">
        <h2 id={id}>{title}</h2>
        {head}
      </div>
      {children}
    </section>
  )
}

export function Writing({
  label,
  change,
  ...area
}: {
  label: string
  rows: number
  maxLength?: number
  value: string
  change: (text: string) => void
}) {
  const id = useId()
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <textarea {...area} id={id} onInput={(event) => change(event.currentTarget.value)} />
    </div>
  )
}

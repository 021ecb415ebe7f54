// The frame of a page of clubs, and of the lists on it.
import type { ComponentChildren } from 'preact'
import { useEffect, useId } from 'preact/hooks'
import { PageFoot } from '../language/page-foot.tsx'
import { isVisitor } from '../parts/api.ts'
import type { Loaded } from '../parts/load.ts'
import { ProblemNotice, Skeleton } from '../parts/notices.tsx'
import { rankingWords } from './words.ts'

type Waiting = Pick<Loaded<unknown>, 'value' | 'problem' | 'reload'>

/** The problem, or that it is on its way; nothing once it is there. */
export function Wait({ loaded, height }: { loaded: Waiting; height: 'page' | 'card' | 'list' | 'bars' }) {
  const { value, problem, reload } = loaded
  return (
    <>
      <ProblemNotice problem={problem} retry={reload} />
      {value === undefined && !problem && <Skeleton height={height} />}
    </>
  )
}

export function ClubPage({
  title,
  about,
  actions,
  loaded,
  children,
}: {
  title: string
  about?: ComponentChildren
  actions?: ComponentChildren
  loaded?: Waiting
  children?: ComponentChildren
}) {
  useEffect(() => {
    document.title = `${title} · Cloudstreet`
  }, [title])
  return (
    <div class="stack">
      <div class="page-head">
        <div>
          <h1>{title}</h1>
          {about && <p>{about}</p>}
        </div>
        {actions}
      </div>
      {loaded && <Wait loaded={loaded} height="page" />}
      {children}
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
  rows,
  value,
  change,
}: {
  label: string
  rows: number
  value: string
  change: (text: string) => void
}) {
  const id = useId()
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <textarea id={id} rows={rows} value={value} onInput={(event) => change(event.currentTarget.value)} />
    </div>
  )
}

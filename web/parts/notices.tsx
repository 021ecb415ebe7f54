// Notices of a page that loads, fails, or has nothing yet.
import type { ComponentChildren } from 'preact'
import type { Problem } from './api.ts'
import type { Loaded } from './load.ts'
import { texts } from '../language/texts.ts'
import { Icon } from './icons.tsx'

/** The problem in a sentence, with a button to try again. */
export function ProblemNotice({ problem, retry }: { problem: Problem | undefined; retry?: () => void }) {
  if (!problem) return null
  return (
    <div class="notice bad" role="alert">
      <Icon name="warning" />
      <div>
        <p>{problem.message}</p>
        {retry && (
          <button class="secondary small" onClick={retry}>
            {texts.shell.tryAgain}
          </button>
        )}
      </div>
    </div>
  )
}

type Height = 'card' | 'bars' | 'year' | 'list' | 'drawing' | 'page'

/** The problem, or that it is on its way; nothing once it is there. */
export function Wait({
  loaded: { value, problem, reload },
  height,
}: {
  loaded: Pick<Loaded<unknown>, 'value' | 'problem' | 'reload'>
  height: Height
}) {
  return (
    <>
      <ProblemNotice problem={problem} retry={reload} />
      {value === undefined && !problem && <Skeleton height={height} />}
    </>
  )
}

export function Skeleton({ height }: { height: Height }) {
  return (
    <div class={`skeleton ${height}`} role="status">
      <span class="unseen">{texts.shell.loading}</span>
    </div>
  )
}

export function Empty({
  title,
  children,
  inside = true,
}: {
  title: string
  children: ComponentChildren
  inside?: boolean
}) {
  return (
    <div class={inside ? 'empty inside' : 'empty'}>
      <h2>{title}</h2>
      {children}
    </div>
  )
}

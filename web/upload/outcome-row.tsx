// A row for one file: a mark, its name, what became of it, and why.
import { texts } from '../language/texts.ts'
import type { ComponentChildren } from 'preact'
import { Icon, type IconName } from '../parts/icons.tsx'
import { StoredFlight } from './stored-flight.tsx'

const looks = {
  waiting: { icon: 'upload', look: '' },
  reading: { icon: 'book', look: '' },
  sending: { icon: 'upload', look: '' },
  scoring: { icon: 'chart', look: '' },
  new: { icon: 'check', look: 'good' },
  duplicate: { icon: 'copy', look: 'sun' },
  refused: { icon: 'warning', look: 'bad' },
  failed: { icon: 'warning', look: 'bad' },
  queued: { icon: 'refresh', look: 'sun' },
  skipped: { icon: 'book', look: '' },
} satisfies Record<string, { icon: IconName; look: string }>

export type Outcome = keyof typeof looks

export function OutcomeRow({
  outcome,
  name,
  note,
  flightId,
  actions,
  reason,
  children,
}: {
  outcome: Outcome
  name: string
  /** After the name. */
  note?: string
  flightId: string | null | undefined
  actions?: ComponentChildren
  reason: string | null | undefined
  /** Below the reason. */
  children?: ComponentChildren
}) {
  const { icon, look } = looks[outcome]
  return (
    <li>
      <span class={`mark ${look}`}>
        <Icon name={icon} size={16} />
      </span>
      <span>
        <strong>{name}</strong> {note && <span class="soft small">{note}</span>}
      </span>
      <span class="row">
        <span class={`tag ${look}`}>{texts.upload.outcomes[outcome]}</span>
        {flightId && (
          <a class="button secondary small" href={`/app/flights/${flightId}`}>
            {texts.upload.open}
          </a>
        )}
        {actions}
      </span>
      {flightId && <StoredFlight id={flightId} isNew={outcome === 'new'} />}
      {reason && <span class={`details ${look === 'bad' ? 'bad' : ''}`}>{reason}</span>}
      {children}
    </li>
  )
}

/** How many files had each outcome: "1 in progress, 2 new". */
export function summarise(counts: Partial<Record<Outcome, number>>): string {
  const { counts: words } = texts.upload
  const outcomes = Object.keys(words) as (keyof typeof words)[]
  return outcomes
    .filter((outcome) => (counts[outcome] ?? 0) > 0)
    .map((outcome) => words[outcome](counts[outcome] ?? 0))
    .join(', ')
}

// A row for one file: a mark, its name, what became of it, and why.
import type { ComponentChildren } from 'preact'
import { Icon, type IconName } from '../parts/icons.tsx'
import { StoredFlight } from './stored-flight.tsx'

const looks = {
  waiting: { icon: 'upload', look: '', text: 'Waiting' },
  reading: { icon: 'book', look: '', text: 'Checking' },
  sending: { icon: 'upload', look: '', text: 'Uploading' },
  scoring: { icon: 'chart', look: '', text: 'Scoring' },
  new: { icon: 'check', look: 'good', text: 'New flight' },
  duplicate: { icon: 'copy', look: 'sun', text: 'Already uploaded' },
  refused: { icon: 'warning', look: 'bad', text: 'Rejected' },
  failed: { icon: 'warning', look: 'bad', text: 'Failed' },
  skipped: { icon: 'book', look: '', text: 'Skipped' },
} satisfies Record<string, { icon: IconName; look: string; text: string }>

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
  /** Beside the name. */
  note?: string
  flightId: string | null | undefined
  actions?: ComponentChildren
  reason: string | null | undefined
  /** Below the reason. */
  children?: ComponentChildren
}) {
  const { icon, look, text } = looks[outcome]
  return (
    <li>
      <span class={`mark ${look}`}>
        <Icon name={icon} size={16} />
      </span>
      <span>
        <strong>{name}</strong> {note && <span class="soft small">{note}</span>}
      </span>
      <span class="row">
        <span class={`tag ${look}`}>{text}</span>
        {flightId && (
          <a class="button secondary small" href={`/app/flights/${flightId}`}>
            Open
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

const words: Partial<Record<Outcome, string>> = {
  waiting: 'in progress',
  new: 'new',
  duplicate: 'already uploaded',
  refused: 'rejected',
  failed: 'failed',
  skipped: 'skipped',
}

/** How many files had each outcome: "1 in progress, 2 new". */
export function summarise(counts: Partial<Record<Outcome, number>>): string {
  const outcomes = Object.entries(words) as [Outcome, string][]
  const counted = outcomes.map(([outcome, word]) => ({ count: counts[outcome] ?? 0, word }))
  return counted
    .filter(({ count }) => count > 0)
    .map(({ count, word }) => `${count} ${word}`)
    .join(', ')
}

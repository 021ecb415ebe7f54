// On a flight: a line for each destination, and the way to a league that takes files from pilots alone.
import type { ComponentChildren } from 'preact'
import type { Flight } from '#contract/flight.ts'
import { XCONTEST_DAYS } from '#contract/forwards/words.ts'
import { format, texts } from '../language/texts.ts'
import { ForwardLines, useForwards } from './forward-lines.tsx'
import { type ForwardTexts, loadWords } from './words.ts'

export async function openCard(flight: Flight): Promise<ComponentChildren> {
  return <FlightCard words={await loadWords()} flight={flight} />
}

function FlightCard({ words, flight }: { words: ForwardTexts; flight: Flight }) {
  const forwards = useForwards(`/flights/${flight.id}/forwards`)
  const hasLines = forwards.value !== undefined && forwards.value.length > 0
  const lastDay = findLastDay(flight.flight_date)
  if (!hasLines && !lastDay) return null
  return (
    <section class="card" aria-labelledby="forwards">
      <h2 id="forwards">{texts.upload.forwarding}</h2>
      {hasLines && (
        <ForwardLines words={words} forwards={forwards} name={({ label }) => <strong>{label}</strong>} />
      )}
      {lastDay && <ByHand words={words} flight={flight} lastDay={lastDay} />}
    </section>
  )
}

const DAY_MS = 86_400_000

/** Undefined when it is over. */
function findLastDay(flownOn: string): string | undefined {
  const lastDay = new Date(Date.parse(flownOn) + XCONTEST_DAYS * DAY_MS).toISOString().slice(0, 10)
  return lastDay >= new Date().toISOString().slice(0, 10) ? lastDay : undefined
}

function ByHand({ words, flight, lastDay }: { words: ForwardTexts; flight: Flight; lastDay: string }) {
  const download = (text: string) => (
    <a href={`/app/api/flights/${flight.id}/igc`} download={flight.original_file_name}>
      {text}
    </a>
  )
  const open = (text: string) => (
    <a href="https://www.xcontest.org/" target="_blank" rel="noreferrer">
      {text}
    </a>
  )
  return (
    <p class="small soft">
      {words.byHand} {words.byHandUntil(download, open, format.day(lastDay))}
    </p>
  )
}

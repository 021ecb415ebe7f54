// The pilot's notes on a flight: private, also where the flight is shared.
import type { Flight } from '#contract/flight.ts'
import { texts } from '../../language/texts.ts'

export function NotesCard({ flight }: { flight: Flight }) {
  const { notes } = flight.flightInfo.metadata
  if (!notes) return null
  return (
    <section class="card notes" aria-labelledby="own-notes">
      <h2 id="own-notes">{texts.flight.notes}</h2>
      <p>{notes}</p>
      <p class="small soft">{texts.flight.notesHint}</p>
    </section>
  )
}

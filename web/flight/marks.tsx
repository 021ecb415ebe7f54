// Warnings to readers before they trust the points of a flight: a tag and a sentence for each mark.
import type { Flight } from '#contract/flight.ts'
import { texts } from '../language/texts.ts'

export function MarksNotice({ flight }: { flight: Flight }) {
  const { marks = [] } = flight.flightInfo.metadata
  if (marks.length === 0) return null
  return (
    <div class="notice sun" role="note">
      <div>
        {marks.map((mark) => (
          <p key={mark}>
            <span class="tag sun">{texts.flight.marks[mark].name}</span> {texts.flight.marks[mark].means}
          </p>
        ))}
      </div>
    </div>
  )
}

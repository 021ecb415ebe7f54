// A file that is dropped on the start page, in place of its picture; loaded with the first file.
import { render } from 'preact'
import { useEffect } from 'preact/hooks'
import { loadTexts, texts } from '../language/texts.ts'
import { ScoreStrip } from '../flight/score/score-strip.tsx'
import { TrackShape } from '../parts/tracks/track-shape.tsx'
import { keepFile } from '../parts/files/kept-file.ts'
import { formatLongDay } from '../parts/format.ts'
import { FlightRows } from './flight-rows.tsx'
import { KeepButtons } from './keep-buttons.tsx'
import { toFlight, toShape } from './score-here.ts'
import { type TriedFile, useTried } from './use-tried.ts'

/** Of the drawing, as wide as the picture that it takes the place of. */
const DRAWING_WIDTH = 110

export async function openFile(file: File, stage: HTMLElement): Promise<void> {
  await loadTexts()
  if (!stage.querySelector('.tried')) stage.replaceChildren()
  render(<Tried file={file} />, stage)
}

function Tried({ file }: { file: File }) {
  const { tried, open } = useTried()
  useEffect(() => void open(file, () => keepFile(file)), [file])
  if (!tried) return <div class="tried" aria-busy="true" />
  const isDone = tried.flights.every(({ outcome }) => outcome)
  return (
    <div class="tried" aria-busy={!isDone} aria-live="polite">
      {tried.flights.length > 1 ? <FlightRows file={tried} /> : <OneFlight file={tried} />}
      {isDone && tried.flights.some(({ track }) => track) && (
        <p class="actions">{tried.isKept ? <KeepButtons file={tried} /> : texts.visitor.noRoom}</p>
      )}
    </div>
  )
}

function OneFlight({ file: { name, isKept, flights } }: { file: TriedFile }) {
  const { track, outcome } = flights[0] ?? {}
  if (outcome && 'refusal' in outcome)
    return (
      <div role="alert">
        <h2>{texts.visitor.cannotScore(name)}</h2>
        <p>
          {outcome.refusal.message} {outcome.refusal.hint}
        </p>
      </div>
    )
  const shape = <TrackShape shape={track ? toShape(track) : []} width={DRAWING_WIDTH} />
  return (
    <>
      {isKept && outcome ? (
        <a class="tried-track" href="/try">
          {shape}
          <span class="play">{texts.flight.replay}</span>
        </a>
      ) : (
        <div class="tried-track">{shape}</div>
      )}
      <h2>{track?.date ? formatLongDay(track.date) : name}</h2>
      {outcome ? (
        <ScoreStrip flight={toFlight(outcome.flight, name)} isStored={false} />
      ) : (
        <p>{texts.visitor.scoring(name)}</p>
      )}
    </>
  )
}

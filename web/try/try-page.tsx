// A flight that only this browser knows: its score with the proof, and the offer to keep it.
import { texts } from '../language/texts.ts'
import { useEffect, useMemo, useState } from 'preact/hooks'
import { PageFoot } from '../language/page-foot.tsx'
import { createCursor } from '../flight/cursor.ts'
import { FileFigures, FlightFigures, ScoreStrip } from '../flight/flight-figures.tsx'
import { FlightView } from '../flight/flight-view.tsx'
import { MarksNotice } from '../flight/marks.tsx'
import { DropZone } from '../parts/drop-zone.tsx'
import { formatLongDay } from '../parts/format.ts'
import { Skeleton } from '../parts/notices.tsx'
import { TopBar } from '../parts/menu/top-bar.tsx'
import { toSteps } from '../shared/load-shared.ts'
import { keepFile, readKeptFile, wantKeptFile } from '../parts/files/kept-file.ts'
import type { Outcome, ScoredHere } from './outcome.ts'
import { scoreHere, toFlight } from './score-here.ts'

type State =
  | { kind: 'empty' | 'starting' }
  | { kind: 'scoring'; name: string }
  | { kind: 'done'; name: string; outcome: Outcome; isKept: boolean }

export function TryPage() {
  const [state, setState] = useState<State>({ kind: 'starting' })
  const show = async (file: File, keep: () => Promise<boolean>) => {
    setState({ kind: 'scoring', name: file.name })
    const [outcome, isKept] = await Promise.all([scoreHere(file), keep()])
    setState({ kind: 'done', name: file.name, outcome, isKept })
  }
  const take = ([file]: File[]) => file && void show(file, () => keepFile(file))
  useEffect(() => {
    document.title = `${texts.visitor.scoreAFlight} · Cloudstreet`
    void readKeptFile().then((file) => (file ? show(file, async () => true) : setState({ kind: 'empty' })))
  }, [])
  return (
    <>
      <TopBar />
      <main id="main" class="page" aria-busy={state.kind === 'scoring' || state.kind === 'starting'}>
        {state.kind === 'empty' && <Start take={take} />}
        {state.kind === 'scoring' && (
          <>
            <h1>{texts.visitor.scoring(state.name)}</h1>
            <Skeleton height="page" />
          </>
        )}
        {state.kind === 'done' && <Result {...state} take={take} />}
      </main>
      <PageFoot />
    </>
  )
}

interface Taker {
  take: (files: File[]) => void
}

function Start({ take }: Taker) {
  return (
    <div class="stack">
      <div class="page-head">
        <div>
          <h1>{texts.visitor.scoreAFlight}</h1>
          <p>{texts.visitor.scoreIntro}</p>
        </div>
      </div>
      <DropZone title={texts.visitor.dropOne} onFiles={take} />
    </div>
  )
}

function Result({
  name,
  outcome,
  isKept,
  take,
}: Taker & { name: string; outcome: Outcome; isKept: boolean }) {
  if ('refusal' in outcome) {
    const { message, hint } = outcome.refusal
    return (
      <div class="stack">
        <div class="page-head">
          <div>
            <h1>{texts.visitor.cannotScore(name)}</h1>
            <p role="alert">
              {message} {hint}
            </p>
          </div>
        </div>
        <DropZone title={texts.visitor.dropAnother} onFiles={take} />
      </div>
    )
  }
  return <Flight name={name} flight={outcome.flight} isKept={isKept} take={take} />
}

function Flight({
  name,
  flight: scored,
  isKept,
  take,
}: Taker & { name: string; flight: ScoredHere; isKept: boolean }) {
  const flight = useMemo(() => toFlight(scored, name), [scored])
  const cursor = useMemo(createCursor, [scored])
  const track = useMemo(() => toSteps(scored.columns as Parameters<typeof toSteps>[0]), [scored])
  const utcOffsetSeconds = -60 * new Date(scored.summary.takeoff.time).getTimezoneOffset()
  return (
    <div class="flight">
      <header class="flight-head">
        <h1>{formatLongDay(flight.flight_date)}</h1>
        <p>{texts.visitor.scoredHere(name)}</p>
        <ScoreStrip flight={flight} />
        <MarksNotice flight={flight} />
      </header>
      <FlightView
        key={name}
        flight={flight}
        utcOffsetSeconds={utcOffsetSeconds}
        track={track}
        cursor={cursor}
        analysis={null}
        panel={() => (
          <>
            <KeepCard isKept={isKept} />
            <FlightFigures flight={flight} utcOffsetSeconds={utcOffsetSeconds} isStored={false} />
            <FileFigures flight={flight} />
            <DropZone title={texts.visitor.dropAnother} compact onFiles={take} />
          </>
        )}
      />
    </div>
  )
}

const AFTERWARDS = `return_to=${encodeURIComponent('/app/upload')}`

function KeepCard({ isKept }: { isKept: boolean }) {
  return (
    <section class="card keep" aria-labelledby="keep">
      <div>
        <h2 id="keep">{texts.visitor.keepQuestion}</h2>
        <p class="soft">{isKept ? texts.visitor.keepWhat : texts.visitor.noRoom}</p>
      </div>
      <div class="row">
        <a class="button" href={`/sign-up?${AFTERWARDS}`} onClick={wantKeptFile}>
          {texts.visitor.keepIt}
        </a>
        <a class="button secondary" href={`/sign-in?${AFTERWARDS}`} onClick={wantKeptFile}>
          {texts.visitor.haveAccount}
        </a>
      </div>
    </section>
  )
}

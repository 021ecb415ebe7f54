// A flight that only this browser knows: its score with the proof, and the offer to keep it.
import { texts } from '../language/texts.ts'
import { useEffect, useMemo, useState } from 'preact/hooks'
import { PageFoot } from '../language/page-foot.tsx'
import { createCursor } from '../flight/cursor.ts'
import { FileFigures, FlightFigures } from '../flight/flight-figures.tsx'
import { FlightView } from '../flight/flight-view.tsx'
import { Course, ScoreStrip } from '../flight/score/score-strip.tsx'
import { MarksNotice } from '../flight/marks.tsx'
import { DropZone } from '../parts/drop-zone.tsx'
import { formatLongDay } from '../parts/format.ts'
import { Skeleton } from '../parts/notices.tsx'
import { TabPanels } from '../parts/menu/tab-panels.tsx'
import { TopBar } from '../parts/menu/top-bar.tsx'
import { VisitorNav } from '../parts/menu/visitor-nav.tsx'
import { toColumns } from '../flight/map/flight-columns.ts'
import { keepFile, readKeptFile } from '../parts/files/kept-file.ts'
import { FlightRows } from './flight-rows.tsx'
import { KeepButtons } from './keep-buttons.tsx'
import type { FlownTrack, Refusal, ScoredHere } from './outcome.ts'
import { toFlight, toUnscored } from './score-here.ts'
import { type TriedFile, type TriedFlight, useTried } from './use-tried.ts'
import { PageHead } from '../parts/menu/page-head.tsx'

const query = new URLSearchParams(location.search)

export function TryPage() {
  const { tried, open } = useTried()
  const [isEmpty, setEmpty] = useState(false)
  const [isSample, setSample] = useState(query.has('sample'))
  const [chosen, choose] = useState(Number(query.get('flight') ?? 1) - 1)
  const take = ([file]: File[]) => {
    if (!file) return
    setSample(false)
    choose(0)
    void open(file, () => keepFile(file))
  }
  useEffect(() => {
    document.title = `${texts.visitor.scoreAFlight} · Cloudstreet`
    const find = isSample ? readSample : readKeptFile
    void find().then((file) => (file ? open(file, async () => true) : setEmpty(true)))
  }, [])
  const flight = tried?.flights[chosen] ?? tried?.flights[0]
  return (
    <>
      <TopBar>
        <VisitorNav />
      </TopBar>
      <main id="main" class="page" aria-busy={tried ? !flight?.outcome : !isEmpty}>
        {!tried && isEmpty && <Start take={take} />}
        {tried && tried.flights.length > 1 && <FlightRows file={tried} chosen={chosen} choose={choose} />}
        {tried && flight && (
          <Result key={chosen} file={tried} flight={flight} isSample={isSample} take={take} />
        )}
      </main>
      <PageFoot />
    </>
  )
}

async function readSample(): Promise<File> {
  return (await import('./pictured-flight.ts')).makePicturedFile()
}

interface Taker {
  take: (files: File[]) => void
}

function Start({ take }: Taker) {
  return (
    <div class="stack try-start">
      <PageHead title={texts.visitor.scoreAFlight} about={texts.visitor.scoreIntro} />
      <DropZone title={texts.visitor.dropOne} onFiles={take} />
      <section class="card">
        <h2>{texts.visitor.yourFile}</h2>
        <p>{texts.visitor.yourFileWhat}</p>
      </section>
      <section class="card">
        <img src="/assets/pictures/replay.svg" alt="" width="640" height="492" />
        <div>
          <h2>{texts.visitor.noFile}</h2>
          <p>{texts.visitor.noFileWhat}</p>
          <a class="button" href="/try?sample">
            {texts.visitor.showOne}
          </a>
        </div>
      </section>
    </div>
  )
}

interface ResultProps extends Taker {
  file: TriedFile
  flight: TriedFlight
  isSample: boolean
}

function Result({ file, flight: { track, outcome }, isSample, take }: ResultProps) {
  if (outcome && 'refusal' in outcome) return <Refused name={file.name} why={outcome.refusal} take={take} />
  if (!track)
    return (
      <>
        <h1>{texts.visitor.scoring(file.name)}</h1>
        <Skeleton height="page" />
      </>
    )
  return <Flight file={file} track={track} scored={outcome?.flight} isSample={isSample} take={take} />
}

function Refused({ name, why, take }: Taker & { name: string; why: Refusal }) {
  return (
    <div class="stack">
      <div class="page-head">
        <div>
          <h1>{texts.visitor.cannotScore(name)}</h1>
          <p role="alert">
            {why.message} {why.hint}
          </p>
        </div>
      </div>
      <DropZone title={texts.visitor.dropAnother} onFiles={take} />
    </div>
  )
}

type FlightProps = Pick<ResultProps, 'file' | 'isSample' | 'take'> & {
  track: FlownTrack
  /** Undefined while it is being scored. */
  scored: ScoredHere | undefined
}

function Flight({ file, track, scored, isSample, take }: FlightProps) {
  const { name } = file
  const { date, columns } = scored ?? track
  const flight = useMemo(() => (scored ? toFlight(scored, name) : toUnscored(track, name)), [scored])
  const cursor = useMemo(createCursor, [scored])
  const flown = useMemo(() => toColumns(columns), [columns])
  const utcOffsetSeconds = -60 * new Date((columns.seconds[0] ?? 0) * 1000).getTimezoneOffset()
  const drop = (
    <DropZone title={isSample ? texts.visitor.dropOne : texts.visitor.dropAnother} compact onFiles={take} />
  )
  const figures = <FlightFigures flight={flight} utcOffsetSeconds={utcOffsetSeconds} />
  return (
    <div class="flight">
      <header class="flight-head">
        <h1>{isSample ? texts.visitor.sample : formatLongDay(date ?? flight.flight_date)}</h1>
        <p>{scored ? scoredHere(name, isSample) : texts.visitor.scoring(name)}</p>
        {scored && <ScoreStrip flight={flight} isStored={false} />}
        {scored && <Course flight={flight} cursor={cursor} />}
        {scored && <MarksNotice flight={flight} />}
      </header>
      <FlightView
        key={scored ? name : 'unscored'}
        flight={flight}
        utcOffsetSeconds={utcOffsetSeconds}
        track={flown}
        cursor={cursor}
        analysis={scored?.analysis ?? null}
        startsPlaying={isSample && scored !== undefined}
        panel={({ phases, wind }) => (
          <>
            {!isSample && <KeepCard file={file} />}
            {isSample && drop}
            {scored && (
              <TabPanels
                label={texts.flight.panel}
                panels={[
                  { name: texts.flight.tabs.flight, content: figures },
                  { name: texts.flight.phases, content: phases },
                  { name: texts.flight.wind, content: wind },
                  { name: texts.flight.file, content: <FileFigures flight={flight} /> },
                ]}
              />
            )}
            {!isSample && drop}
          </>
        )}
      />
    </div>
  )
}

function scoredHere(name: string, isSample: boolean): string {
  return isSample ? texts.visitor.sampleWhat : texts.visitor.scoredHere(name)
}

function KeepCard({ file }: { file: TriedFile }) {
  return (
    <section class="card keep" aria-labelledby="keep">
      <div>
        <h2 id="keep">{texts.visitor.keepQuestion}</h2>
        <p class="soft">{file.isKept ? texts.visitor.keepWhat : texts.visitor.noRoom}</p>
      </div>
      <div class="row">
        <KeepButtons file={file} />
      </div>
    </section>
  )
}

// The page of a shared flight, without a sign-in.
import { texts } from '../language/texts.ts'
import type { ComponentChildren } from 'preact'
import { useMemo } from 'preact/hooks'
import type { Flight, TrackColumns } from '#contract/flight.ts'
import type { SharedFlight } from '#contract/sharing/shared-flight.ts'
import { PageFoot } from '../language/page-foot.tsx'
import { AfterFirstPaint } from '../flight/after-first-paint.tsx'
import { createCursor } from '../flight/cursor.ts'
import { FlightFigures } from '../flight/flight-figures.tsx'
import { FlightView } from '../flight/flight-view.tsx'
import { Course, ScoreStrip } from '../flight/score/score-strip.tsx'
import { MarksNotice } from '../flight/marks.tsx'
import { PhotoGrid } from '../flight/photos/photo-grid.tsx'
import { NotCountedTag } from '../parts/type-tag.tsx'
import { type Fact, Facts } from '../parts/facts.tsx'
import { formatClimb, formatDistance, formatLongDay, formatPoints, namePlace } from '../parts/format.ts'
import { Icon } from '../parts/icons.tsx'
import { Menu } from '../parts/menu/menu.tsx'
import { TabPanels } from '../parts/menu/tab-panels.tsx'
import { TopBar } from '../parts/menu/top-bar.tsx'
import { VisitorNav } from '../parts/menu/visitor-nav.tsx'
import { ShareButton } from '../parts/menu/share-button.tsx'
import { toColumns } from '../flight/map/flight-columns.ts'
import { type Answer, readGround, toFlight, trackPath, useShared } from './load-shared.ts'

/** All of them, for a file. */
const MAX_TRACK_FIXES = 100_000

interface SharedPageProps {
  reference: string
  isEmbedded: boolean
}

export function SharedPage({ loaded, ...props }: SharedPageProps & { loaded: Answer<SharedFlight> }) {
  return (
    <>
      {!props.isEmbedded && (
        <TopBar>
          <VisitorNav />
        </TopBar>
      )}
      <main id="main" class={props.isEmbedded ? 'page embedded' : 'page'}>
        {'problem' in loaded ? (
          <Problem problem={loaded.problem} />
        ) : (
          <SharedView {...props} shared={loaded.value} />
        )}
      </main>
      {!props.isEmbedded && <PageFoot />}
    </>
  )
}

function Problem({ problem }: { problem: 'missing' | 'failed' }) {
  return (
    <div class="empty">
      <h1>{problem === 'missing' ? texts.flight.notFound : texts.visitor.notLoaded}</h1>
      <p>{problem === 'missing' ? texts.visitor.notFoundWhy : texts.visitor.notLoadedWhy}</p>
      <a class="button" href="/">
        {texts.visitor.goToStart}
      </a>
    </div>
  )
}

function SharedView({ reference, isEmbedded, shared }: SharedPageProps & { shared: SharedFlight }) {
  const flight = useMemo(() => toFlight(reference, shared), [reference, shared])
  const cursor = useMemo(createCursor, [reference])
  const loaded = useShared<TrackColumns>(trackPath(reference))
  const columns = loaded && 'value' in loaded ? loaded.value : undefined
  const track = useMemo(() => columns && toColumns(columns), [columns])
  const view = {
    flight,
    utcOffsetSeconds: shared.utcOffsetSeconds,
    track,
    cursor,
    analysis: shared.analysis,
    picture: `/f/${reference}/first.svg`,
    readGround: () => readGround(reference),
  }
  if (isEmbedded) {
    return (
      <EmbeddedView reference={reference} shared={shared}>
        <FlightView {...view} />
      </EmbeddedView>
    )
  }
  return (
    <div class={`flight ${nameHidden(shared)}`}>
      <header class="flight-head">
        <h1>{titleOf(shared)}</h1>
        <Byline shared={shared} />
        <ScoreStrip flight={flight} />
        <div class="actions">
          <ShareButton url={`/f/${reference}`} title={titleOf(shared)} />
          {shared.offersTrackFiles && <DownloadMenu reference={reference} />}
        </div>
        <Course flight={flight} cursor={cursor} />
        <MarksNotice flight={flight} />
        <NotCountedTag flight={flight} />
        {shared.isCut && (
          <p class="notice" role="note">
            {texts.visitor.isCut}
          </p>
        )}
      </header>
      <FlightView
        {...view}
        panel={({ phases, wind }) => (
          <AfterFirstPaint>
            <TabPanels
              label={texts.flight.panel}
              panels={[
                {
                  name: texts.flight.tabs.flight,
                  content: <FirstTab reference={reference} shared={shared} flight={flight} />,
                },
                ...(shared.analysis
                  ? [
                      { name: texts.flight.phases, content: phases },
                      { name: texts.flight.wind, content: wind },
                    ]
                  : []),
              ]}
            />
          </AfterFirstPaint>
        )}
      />
    </div>
  )
}

function FirstTab({
  reference,
  shared,
  flight,
}: {
  reference: string
  shared: SharedFlight
  flight: Flight
}) {
  return (
    <>
      <FlightFigures flight={flight} utcOffsetSeconds={shared.utcOffsetSeconds} />
      <AnalysisCard shared={shared} />
      <PhotosOf reference={reference} photos={shared.photos} />
    </>
  )
}

function DownloadMenu({ reference }: { reference: string }) {
  return (
    <Menu label={texts.visitor.download} icon="download">
      {(close) =>
        ['gpx', 'kml'].map((format) => (
          <a
            key={format}
            href={`/api/v1/shared/${reference}/track?format=${format}&resolution=${MAX_TRACK_FIXES}`}
            download
            onClick={close}
          >
            <Icon name="download" /> {format.toUpperCase()}
          </a>
        ))
      }
    </Menu>
  )
}

function PhotosOf({ reference, photos }: { reference: string; photos: SharedFlight['photos'] }) {
  if (photos.length === 0) return null
  const path = `/api/v1/shared/${reference}/photos`
  return (
    <section class="card photos" aria-labelledby="photos">
      <h2 id="photos">{texts.photos.title}</h2>
      <PhotoGrid photos={photos} addressOf={({ id }, size) => `${path}/${id}?size=${size}`} />
    </section>
  )
}

/** The map names both ends of a track. */
const nameHidden = ({ takeoff, isLandingShown }: SharedFlight) =>
  [takeoff ? '' : 'without-takeoff', isLandingShown ? '' : 'without-landing'].join(' ')

const titleOf = ({ title, takeoff }: SharedFlight) =>
  title ?? (namePlace(takeoff?.name ?? '') || texts.visitor.aFlight)

function Byline({ shared }: { shared: SharedFlight }) {
  const { pilot, takeoff } = shared
  const name = pilot.name ?? texts.visitor.aPilot
  return (
    <p>
      {pilot.profile ? <a href={new URL(pilot.profile).pathname}>{name}</a> : name} ·{' '}
      {shared.title !== null && takeoff && `${namePlace(takeoff.name)} · `}
      {formatLongDay(shared.flight_date)}
      {shared.is_tandem && ` · ${texts.logbook.tandem}`}
    </p>
  )
}

function EmbeddedView({
  reference,
  shared,
  children,
}: {
  reference: string
  shared: SharedFlight
  children: ComponentChildren
}) {
  return (
    <div class={`embedded-flight ${nameHidden(shared)}`}>
      <h1 class="embed-head">
        <a href={`/f/${reference}`} target="_blank" rel="noopener">
          {titleOf(shared)}
        </a>
        <span>
          {texts.visitor.figures(formatDistance(shared.scoring.distance), formatPoints(shared.scoring.score))}
        </span>
      </h1>
      {children}
    </div>
  )
}

function AnalysisCard({ shared }: { shared: SharedFlight }) {
  const { analysis } = shared
  if (!analysis) return null
  const { thermals, glides } = analysis.totals
  const facts: [string, string | null][] = [
    [texts.visitor.thermals, String(thermals.count)],
    [texts.visitor.bestClimb, perSecond(thermals.bestClimbMps)],
    [texts.visitor.meanClimb, perSecond(thermals.meanClimbMps)],
    [texts.visitor.longestGlide, glides.longestKm === null ? null : formatDistance(glides.longestKm)],
  ]
  return (
    <section class="card">
      <h2>{texts.visitor.analysis}</h2>
      <Facts class="facts" facts={facts.filter((fact): fact is Fact => fact[1] !== null)} />
    </section>
  )
}

const perSecond = (climb: number | null) => (climb === null ? null : formatClimb(climb))

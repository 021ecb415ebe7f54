// Flights that wait for a reviewer: a list to go through, and a decision for one or several of them.
import { useState } from 'preact/hooks'
import type { Season } from '#contract/clubs/api.ts'
import type { FlightReview } from '#contract/clubs/reviews.ts'
import type { DecidedState } from '#contract/clubs/words.ts'
import { format } from '../../language/texts.ts'
import { comparePath } from '../../parts/router.ts'
import { post } from '../../parts/api.ts'
import { useAction, useData } from '../../parts/load.ts'
import { Empty, ProblemNotice, Wait } from '../../parts/notices.tsx'
import type { PageProps } from '../../parts/router.ts'
import { Segmented } from '../../parts/segmented.tsx'
import { ClubPage, Writing } from '../page.tsx'
import { Steps } from './own-review.tsx'
import { FlightRows } from '../row-flights.tsx'
import { reviewsPath } from '../figures.ts'
import { rankingWords as words } from '../words.ts'

const states = ['review', 'accepted', 'rejected'] as const

export default function ReviewView({ queue }: PageProps) {
  const [state, setState] = useState<DecidedState>('review')
  const { value: season } = useData<Season>(`/seasons/${queue}`)
  const loaded = useData<FlightReview[]>(reviewsPath(queue!, state))
  return (
    <ClubPage
      title={words.reviews}
      about={
        <>
          {season && <a href={`/app/seasons/${season.id}`}>{season.name}</a>} · {words.reviewsAbout}
        </>
      }
      actions={
        <Segmented
          legend={words.reviews}
          name="state"
          choices={states.map((one) => [one, words.steps[one]] as const)}
          chosen={state}
          choose={setState}
        />
      }
    >
      <Wait loaded={loaded} height="list" />
      {loaded.value?.length === 0 && <Empty title={words.noReviews}>{null}</Empty>}
      {loaded.value && loaded.value.length > 0 && (
        <Triage key={state} season={queue!} reviews={loaded.value} onDone={loaded.renew} />
      )}
    </ClubPage>
  )
}

interface Deciding {
  season: string
  onDone: () => Promise<void>
}

const nameReview = ({ pilot, date }: FlightReview) => `${pilot.name ?? words.gone}, ${format.day(date)}`
const findingsOf = ({ steps }: FlightReview) => steps.findLast(({ by }) => by === 'service')?.findings ?? []

/** A list, and the flight that is looked at beside it. Several may be decided at once; the next one follows. */
function Triage({ season, reviews, onDone }: Deciding & { reviews: readonly FlightReview[] }) {
  const [wanted, look] = useState('')
  const [chosen, choose] = useState<readonly string[]>([])
  const found = reviews.findIndex(({ flightId }) => flightId === wanted)
  const at = Math.max(0, found)
  const shown = reviews[at]!
  const together = reviews.filter(({ flightId }) => chosen.includes(flightId))
  const decided = together.length > 0 ? together : [shown]
  const move = (event: KeyboardEvent, to: number) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    const next = step && reviews[to + step]
    if (!next) return
    event.preventDefault()
    look(next.flightId)
    document.getElementById(`look-${next.flightId}`)?.focus()
  }
  const goOn = async () => {
    look(reviews.slice(at + 1).find((one) => !decided.includes(one))?.flightId ?? '')
    choose([])
    await onDone()
  }
  return (
    <div class="triage">
      <ol class="card plain" aria-label={words.reviews}>
        {reviews.map((review, index) => (
          <li key={review.flightId}>
            <input
              type="checkbox"
              aria-label={`${words.chooseToDecide}: ${nameReview(review)}`}
              checked={chosen.includes(review.flightId)}
              onChange={({ currentTarget: { checked } }) =>
                choose([
                  ...chosen.filter((one) => one !== review.flightId),
                  ...(checked ? [review.flightId] : []),
                ])
              }
            />
            <button
              id={`look-${review.flightId}`}
              class="quiet"
              aria-current={review === shown}
              onClick={() => look(review.flightId)}
              onKeyDown={(event) => move(event, index)}
            >
              <strong>{nameReview(review)}</strong>
              {findingsOf(review).map((finding) => (
                <span class="small" key={finding}>
                  {words.triggers[finding]}
                </span>
              ))}
              <span class="soft small">
                {words.waitingSince(
                  format.moment(Date.parse(review.steps.at(-1)?.happenedAt ?? review.date)),
                )}
              </span>
            </button>
          </li>
        ))}
      </ol>
      <section class="card form" aria-labelledby="looked-at">
        <h2 id="looked-at">{nameReview(shown)}</h2>
        <FlightRows flights={[{ ...shown, name: null, value: null }]} />
        <SameTracks shown={shown} reviews={reviews} />
        <Steps review={shown} />
        <Decide
          key={decided.map(({ flightId }) => flightId).join()}
          season={season}
          reviews={decided}
          onDone={goOn}
        />
      </section>
    </div>
  )
}

/** Flights of the same day that another pilot has published, too: next to each other. */
function SameTracks({ shown, reviews }: { shown: FlightReview; reviews: readonly FlightReview[] }) {
  const same = reviews.filter(
    (other) => other.date === shown.date && findingsOf(other).includes('same-track') && other !== shown,
  )
  if (same.length === 0 || !findingsOf(shown).includes('same-track')) return null
  return (
    <p>
      <a class="button secondary small" href={comparePath([shown, ...same].map(({ flightId }) => flightId))}>
        {words.compareTracks}
      </a>
    </p>
  )
}

/** A decision is reversed by another one. */
function Decide({ season, reviews, onDone }: Deciding & { reviews: readonly FlightReview[] }) {
  const [reason, setReason] = useState('')
  const action = useAction()
  const flightIds = reviews.map(({ flightId }) => flightId)
  const decide = (state: DecidedState) =>
    void action.run(() => post(`/seasons/${season}/decisions`, { flightIds, state, reason }).then(onDone))
  return (
    <>
      {reviews.length > 1 && (
        <p>
          <span class="tag plain">{words.decideOn(reviews.length)}</span>
        </p>
      )}
      <div class="row" role="group" aria-label={words.readyReasons}>
        {[...words.reasonsToAccept, ...words.reasonsToReject].map((ready) => (
          <button
            key={ready}
            type="button"
            class="secondary small"
            aria-pressed={ready === reason}
            onClick={() => setReason(ready)}
          >
            {ready}
          </button>
        ))}
      </div>
      <Writing label={words.reason} rows={2} value={reason} change={setReason} />
      <ProblemNotice problem={action.problem} />
      <div class="row">
        {(['accepted', 'rejected', 'review'] as const)
          .filter((state) => reviews.some((review) => review.state !== state))
          .map((state) => (
            <button
              key={state}
              class={state === 'accepted' ? '' : 'secondary'}
              disabled={action.isBusy || reason.trim() === ''}
              onClick={() => decide(state)}
            >
              {words.decide[state]}
            </button>
          ))}
      </div>
    </>
  )
}

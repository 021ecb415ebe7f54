// Entries that wait for a reviewer: the findings, the pilot's answer, and every decision, none of which is deleted.
import { useState } from 'preact/hooks'
import type { Season } from '#contract/clubs/api.ts'
import type { FlightReview } from '#contract/clubs/reviews.ts'
import type { DecidedState } from '#contract/clubs/words.ts'
import { format } from '../language/texts.ts'
import { post } from '../parts/api.ts'
import { Buttons, Form } from '../parts/form/form.tsx'
import { useAction, useData } from '../parts/load.ts'
import { Empty, ProblemNotice, Wait } from '../parts/notices.tsx'
import type { PageProps } from '../parts/router.ts'
import { Segmented } from '../parts/segmented.tsx'
import { ClubPage, Writing } from './page.tsx'
import { FlightRows } from './row-flights.tsx'
import { rankingWords as words } from './words.ts'

const states = ['review', 'accepted', 'rejected'] as const

export default function ReviewView({ queue }: PageProps) {
  const [state, setState] = useState<DecidedState>('review')
  const { value: season } = useData<Season>(`/seasons/${queue}`)
  const loaded = useData<FlightReview[]>(`/seasons/${queue}/reviews?limit=100&state=${state}`)
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
      {loaded.value?.map((review) => (
        <section class="card form" key={review.flightId} aria-labelledby={review.flightId}>
          <h2 id={review.flightId}>
            {review.pilot.name ?? words.gone}, {format.day(review.date)}
          </h2>
          <FlightRows flights={[{ ...review, name: null, value: null }]} />
          <Steps review={review} />
          <Decide season={queue!} review={review} onDone={loaded.renew} />
        </section>
      ))}
    </ClubPage>
  )
}

/** From the first to the last. Findings are said in words that accuse no one. */
function Steps({ review }: { review: FlightReview }) {
  return (
    <ol class="review-steps">
      {review.steps.map(({ happenedAt, by, state, text, findings }) => (
        <li key={happenedAt + state}>
          <strong>{words.steps[state]}</strong>{' '}
          <span class="soft small">{format.moment(Date.parse(happenedAt))}</span>
          {by === 'service' ? (
            findings.map((finding) => <p key={finding}>{words.triggers[finding]}</p>)
          ) : (
            <p>{text}</p>
          )}
        </li>
      ))}
    </ol>
  )
}

/** A decision is reversed by another one. */
function Decide({
  season,
  review,
  onDone,
}: {
  season: string
  review: FlightReview
  onDone: () => Promise<void>
}) {
  const [reason, setReason] = useState('')
  const action = useAction()
  const decide = (state: DecidedState) =>
    void action.run(() =>
      post(`/seasons/${season}/decisions`, { flightIds: [review.flightId], state, reason }).then(onDone),
    )
  return (
    <>
      <Writing label={words.reason} rows={2} value={reason} change={setReason} />
      <ProblemNotice problem={action.problem} />
      <div class="row">
        {(['accepted', 'rejected', 'review'] as const)
          .filter((state) => state !== review.state)
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

/** For the pilot: what is asked about an own flight, and a box for the answer. */
export function OwnReview({ season, flight }: { season: string; flight: string }) {
  const path = `/seasons/${season}/reviews/${flight}`
  const { value: review, renew } = useData<FlightReview>(path)
  const [text, setText] = useState('')
  const action = useAction()
  if (!review) return null
  const send = async () => {
    await post(`${path}/answers`, { text })
    setText('')
    await renew()
  }
  return (
    <section class="card form" aria-labelledby={flight}>
      <h2 id={flight}>{words.asked(format.day(review.date))}</h2>
      <p class="soft">{words.askedWhat}</p>
      <Steps review={review} />
      <Form
        action={action}
        submit={send}
        foot={<Buttons action={action} label={words.answer} isReady={text.trim() !== ''} />}
      >
        <Writing label={words.yourAnswer} rows={2} value={text} change={setText} />
      </Form>
    </section>
  )
}

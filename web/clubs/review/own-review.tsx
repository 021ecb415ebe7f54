// What is asked about a flight that waits for a reviewer, step by step, and the pilot's answer.
import { useState } from 'preact/hooks'
import type { FlightReview } from '#contract/clubs/reviews.ts'
import { format } from '../../language/texts.ts'
import { post } from '../../parts/api.ts'
import { Buttons, Form } from '../../parts/form/form.tsx'
import { useAction, useData } from '../../parts/load.ts'
import { Writing } from '../page.tsx'
import { rankingWords as words } from '../words.ts'

/** From the first to the last. Findings are said in words that accuse no one. */
export function Steps({ review }: { review: FlightReview }) {
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

// The fate of flights at their destinations: state, link, the service’s words, the next try.
import './forwards.css'
import type { ComponentChildren } from 'preact'
import { useEffect } from 'preact/hooks'
import type { Forward } from '#contract/forwards/destinations.ts'
import { format, texts } from '../language/texts.ts'
import { post } from '../parts/api.ts'
import { type Loaded, useAction, useData } from '../parts/load.ts'
import { ProblemNotice } from '../parts/notices.tsx'
import type { ForwardTexts } from './words.ts'

const SOON_MS = 3000

/** Asked again while one is being sent, or is due. */
export function useForwards(path: string): Loaded<Forward[]> {
  const forwards = useData<Forward[]>(path)
  useEffect(() => {
    const isSoon = ({ state, destinationState, nextTryAt }: Forward) =>
      state === 'sending' ||
      (destinationState === 'active' && nextTryAt !== null && Date.parse(nextTryAt) < Date.now() + SOON_MS)
    if (!forwards.value?.some(isSoon)) return undefined
    const timer = setTimeout(forwards.reload, SOON_MS)
    return () => clearTimeout(timer)
  }, [forwards.value])
  return forwards
}

const tones = {
  waiting: '',
  sending: '',
  delivered: 'good',
  already_there: 'good',
  refused: 'bad',
  expired: 'bad',
  given_up: 'bad',
} as const

export function ForwardLines({
  words,
  forwards,
  name,
}: {
  words: ForwardTexts
  forwards: Loaded<Forward[]>
  name: (forward: Forward) => ComponentChildren
}) {
  const action = useAction()
  const retry = ({ id }: Forward) =>
    void action.run(async () => {
      await post(`/forwards/${id}/retry`)
      await forwards.renew()
    })
  return (
    <>
      <ProblemNotice problem={action.problem ?? forwards.problem} />
      <ul class="forwards">
        {forwards.value?.map((forward) => (
          <li key={forward.id}>
            <div>
              {name(forward)}{' '}
              <span class={`tag ${tones[forward.state]}`}>{words.forwardStates[forward.state]}</span>
              <Fate words={words} forward={forward} />
            </div>
            {mayRetry(forward) && (
              <button
                class="secondary small"
                aria-label={`${words.tryNow}: ${forward.label}`}
                disabled={action.isBusy}
                onClick={() => retry(forward)}
              >
                {words.tryNow}
              </button>
            )}
          </li>
        ))}
      </ul>
    </>
  )
}

const mayRetry = ({ state, destinationState }: Forward) =>
  destinationState === 'active' && (state === 'waiting' || tones[state] === 'bad')

function Fate({ words, forward }: { words: ForwardTexts; forward: Forward }) {
  const { state, destinationState, link, nextTryAt, triedAt } = forward
  const isHeld = state === 'waiting' && destinationState !== 'active'
  const when = isHeld
    ? words.held[destinationState]
    : nextTryAt !== null
      ? words.nextTry(format.ago(Date.parse(nextTryAt)))
      : triedAt !== null && format.moment(Date.parse(triedAt))
  return (
    <>
      {forward.words !== null && <p class="small">{words.said(forward.words)}</p>}
      <p class="small soft">
        {when} {/* The address comes from the service. */}
        {link !== null && /^https?:\/\//.test(link) && (
          <a href={link} target="_blank" rel="noreferrer">
            {words.open}
          </a>
        )}
        {isHeld && <a href="/app/upload/automatic">{texts.upload.forwarding}</a>}
      </p>
    </>
  )
}

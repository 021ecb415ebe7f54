// One destination: its state in words, the one thing to do, and its buttons.
import { useEffect, useState } from 'preact/hooks'
import type { CheckResult, Destination, KindOffer } from '#contract/forwards/destinations.ts'
import { format, texts } from '../language/texts.ts'
import { post, remove } from '../parts/api.ts'
import { Confirm } from '../parts/confirm.tsx'
import { useAction } from '../parts/load.ts'
import { ProblemNotice } from '../parts/notices.tsx'
import { BackfillDialog } from './backfill-dialog.tsx'
import { DestinationForm } from './destination-form.tsx'
import { FilesDialog } from './files-dialog.tsx'
import { SentDialog } from './sent-dialog.tsx'
import type { ForwardTexts } from './words.ts'

const tones = { active: 'good', needs_you: 'bad', paused: 'sun', off: 'plain', ended: 'plain' } as const

export function DestinationRow({
  words,
  destination,
  offer,
  isNew,
  onChange,
}: {
  words: ForwardTexts
  destination: Destination
  /** Undefined: the installation offers the kind no more. */
  offer: KindOffer | undefined
  /** Added just now: tested at once. */
  isNew: boolean
  onChange: () => Promise<void>
}) {
  const { label, state, isSource = false } = destination
  const path = `/destinations/${destination.id}`
  const action = useAction()
  const [asked, setAsked] = useState<'change' | 'backfill' | 'sent' | 'delete'>()
  const [checked, setChecked] = useState<CheckResult['data']>()
  const close = () => setAsked(undefined)
  const run = (change: () => Promise<unknown>) => () => {
    setChecked(undefined)
    void action.run(async () => {
      await change()
      await onChange()
    })
  }
  const test = run(async () => {
    const { data } = await post<CheckResult>(`${path}/check`)
    if (data.ok && state === 'needs_you') await post(`${path}/resume`)
    setChecked(data)
  })
  useEffect(() => {
    if (isNew) test()
  }, [])
  const button = (text: string, onClick: () => void, look = 'secondary') => (
    <button
      class={`${look} small`}
      aria-label={`${text}: ${label}`}
      disabled={action.isBusy}
      onClick={onClick}
    >
      {text}
    </button>
  )
  const isStopped = state === 'paused' || state === 'off'
  return (
    <li class="record">
      <div>
        <strong>{label}</strong>{' '}
        {label !== words.kinds[destination.kind] && (
          <span class="tag plain">{words.kinds[destination.kind]}</span>
        )}{' '}
        {isSource && <span class="tag plain">{words.sources.name}</span>}{' '}
        <span class={`tag ${tones[state]}`}>{words.states[state]}</span>
        <State words={words} destination={destination} perHour={offer?.perHour ?? null} />
        <div role="status">
          {checked && (
            <p class={`notice ${checked.ok ? 'good' : 'bad'}`}>{sayChecked(words, destination, checked)}</p>
          )}
        </div>
        <ProblemNotice problem={action.problem} />
      </div>
      <div class="row">
        {offer &&
          button(texts.own.change, () => setAsked('change'), state === 'needs_you' ? '' : 'secondary')}
        {offer && button(words.test, test)}
        {offer &&
          isSource &&
          state === 'active' &&
          button(
            words.sources.lookNow,
            run(() => post(`${path}/look`)),
          )}
        {offer &&
          isStopped &&
          button(
            words.resume,
            run(() => post(`${path}/resume`)),
          )}
        {state === 'active' &&
          button(
            words.pause,
            run(() => post(`${path}/pause`, { state: 'paused' })),
          )}
        <details>
          <summary>{texts.shell.more}</summary>
          <div class="row">
            {button(isSource ? words.sources.files : words.sent, () => setAsked('sent'))}
            {offer && !isSource && !isStopped && button(words.older, () => setAsked('backfill'))}
            {offer &&
              !isSource &&
              state !== 'off' &&
              button(
                words.turnOff,
                run(() => post(`${path}/pause`, { state: 'off' })),
              )}
            {button(texts.own.remove, () => setAsked('delete'), 'danger')}
          </div>
        </details>
      </div>
      {asked === 'change' && offer && (
        <DestinationForm
          words={words}
          kinds={[offer]}
          destination={destination}
          onDone={async () => {
            close()
            test()
          }}
          onClose={close}
        />
      )}
      {asked === 'backfill' && <BackfillDialog words={words} path={path} onDone={onChange} onClose={close} />}
      {asked === 'sent' &&
        (isSource ? (
          <FilesDialog words={words} label={label} path={path} onClose={close} />
        ) : (
          <SentDialog words={words} label={label} path={path} onClose={close} />
        ))}
      {asked === 'delete' && (
        <Confirm
          title={words.deleteQuestion(label)}
          action={words.deleteIt}
          run={async () => {
            await remove(path)
            await onChange()
          }}
          onClose={close}
        >
          <p>{isSource ? words.sources.deleteWhat : words.deleteWhat}</p>
        </Confirm>
      )}
    </li>
  )
}

/** The sentence of the state, the service's words, and how many flights are where. */
function State({
  words,
  destination,
  perHour,
}: {
  words: ForwardTexts
  destination: Destination
  perHour: number | null
}) {
  const { state, isSource, failingSince, nextTryAt, lastDeliveredAt, delivered, waiting, failed } =
    destination
  const said = isSource ? words.sources : words
  const isFailing = state === 'active' && failingSince !== null
  const lines = [
    said.counts(delivered, waiting, failed),
    lastDeliveredAt !== null && said.last(format.ago(Date.parse(lastDeliveredAt))),
    state === 'active' && nextTryAt !== null && said.nextTry(format.ago(Date.parse(nextTryAt))),
  ]
  return (
    <>
      <p>
        {isFailing ? said.failing(format.moment(Date.parse(failingSince))) : sayState(words, destination)}
      </p>
      {(isFailing || state === 'needs_you') && destination.words !== null && (
        <p class={isFailing ? 'soft' : 'notice bad'}>{words.said(destination.words)}</p>
      )}
      <p class="soft small">{lines.filter(Boolean).join(' · ')}</p>
      {perHour !== null && waiting > 0 && <p class="soft small">{words.shared(perHour)}</p>}
    </>
  )
}

/** An address of somebody else is asked for a code: the service is ours, and lets the pilot in with it. */
const sayState = (words: ForwardTexts, { kind, state, isSource }: Destination) =>
  kind === 'email' && state === 'needs_you'
    ? words.asksForCode
    : (isSource ? words.sources : words).says[state]

function sayChecked(
  words: ForwardTexts,
  { kind, isSource }: Destination,
  checked: CheckResult['data'],
): string {
  const asksForCode = kind === 'email' && checked.result === 'credential'
  const ofSource = isSource && words.sources.checked[checked.result]
  const sentence = asksForCode ? words.asksForCode : ofSource || words.checked[checked.result]
  return checked.words === null ? sentence : `${sentence} ${words.said(checked.words)}`
}

// The name of a flight as the heading of its page, to be changed in place.
import { texts } from '../../language/texts.ts'
import { useState } from 'preact/hooks'
import { MAX_TITLE_LENGTH } from '#contract/logbook/lengths.ts'
import { Icon } from '../../parts/icons.tsx'
import { useAction } from '../../parts/load.ts'
import { nameFlight, nameTakeoff } from '../../parts/format.ts'
import { ProblemNotice } from '../../parts/notices.tsx'
import { type OwnProps, saveCorrection } from '../../recordings/save.ts'
import './own.css'

export function FlightTitle(props: OwnProps) {
  const { flight } = props
  const [text, setText] = useState<string>()
  if (text !== undefined)
    return <TitleForm {...props} text={text} change={setText} close={() => setText(undefined)} />
  return (
    <div class="flight-title">
      <h1>{nameFlight(flight)}</h1>
      <button
        class="quiet"
        aria-label={texts.flight.editTitle}
        title={texts.flight.editTitle}
        onClick={() => setText(flight.flightInfo.metadata.title ?? '')}
      >
        <Icon name="pen" size={18} />
      </button>
    </div>
  )
}

function TitleForm({
  text,
  change,
  close,
  ...props
}: OwnProps & { text: string; change: (text: string) => void; close: () => void }) {
  const action = useAction()
  const save = async () => {
    if (await action.run(() => saveCorrection(props, { title: text }))) close()
  }
  return (
    <form
      class="flight-title"
      onSubmit={(event) => {
        event.preventDefault()
        void save()
      }}
      onKeyDown={(event) => event.key === 'Escape' && close()}
    >
      <h1 class="unseen">{nameFlight(props.flight)}</h1>
      <input
        aria-label={texts.flight.title}
        value={text}
        maxLength={MAX_TITLE_LENGTH}
        placeholder={nameTakeoff(props.flight)}
        autoFocus
        onInput={(event) => change(event.currentTarget.value)}
      />
      <button disabled={action.isBusy}>{texts.flight.save}</button>
      <button type="button" class="secondary" onClick={close}>
        {texts.shell.cancel}
      </button>
      <ProblemNotice problem={action.problem} />
    </form>
  )
}

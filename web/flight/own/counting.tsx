// Whether a recording is counted in the totals, and why not; the pilot may decide otherwise.
import { texts } from '../../language/texts.ts'
import { Icon } from '../../parts/icons.tsx'
import { forgetAnswers, useAction } from '../../parts/load.ts'
import { ProblemNotice } from '../../parts/notices.tsx'
import { type OwnProps, saveCorrection } from './save.ts'

/** Nothing for a whole flight that counts. */
export function CountingNotice(props: OwnProps) {
  const action = useAction()
  const { isCounted = true, recording = 'complete' } = props.flight.flightInfo.metadata
  if (isCounted && recording === 'complete') return null
  const change = () => setCounted(props, !isCounted)
  const { own } = texts
  return (
    <div class={isCounted ? 'notice' : 'notice sun'}>
      <div>
        <p role="status">
          {isCounted && recording !== 'complete'
            ? own.countedThough[recording]
            : own.notCountedSince[recording]}
        </p>
        <button class="secondary small" disabled={action.isBusy} onClick={() => void action.run(change)}>
          {isCounted ? own.doNotCount : own.count}
        </button>
        <ProblemNotice problem={action.problem} />
      </div>
    </div>
  )
}

export async function setCounted(props: OwnProps, isCounted: boolean): Promise<void> {
  await saveCorrection(props, { is_counted: isCounted })
  for (const sums of ['/flights/statistics', '/flights/records']) forgetAnswers(sums)
}

/** In the menu of a whole flight that counts. Of any other, the notice has the choice. */
export function LeaveOut({ onDone, ...props }: OwnProps & { onDone: () => void }) {
  const action = useAction()
  const { isCounted = true, recording = 'complete' } = props.flight.flightInfo.metadata
  if (!isCounted || recording !== 'complete') return null
  const leaveOut = async () => {
    if (await action.run(() => setCounted(props, false))) onDone()
  }
  return (
    <>
      <button disabled={action.isBusy} onClick={() => void leaveOut()}>
        <Icon name="chart" /> {texts.own.doNotCount}
      </button>
      <ProblemNotice problem={action.problem} />
    </>
  )
}

// Shows whether a recording counts in the totals, and why not; the pilot can override it.
import { useState } from 'preact/hooks'
import type { Flight } from '#contract/flight.ts'
import { texts } from '../language/texts.ts'
import { patch } from '../parts/api.ts'
import { Icon } from '../parts/icons.tsx'
import { forgetFlights, useAction } from '../parts/load.ts'
import { ProblemNotice } from '../parts/notices.tsx'
import type { MergeDialog } from './merge-dialog.tsx'
import { findOther, SameFlight } from './same-flight.tsx'
import { type OwnProps, saveCorrection } from './save.ts'

/** Nothing for a whole flight that counts. */
export function CountingNotice(props: OwnProps) {
  const { isCounted, isPlain } = readCounting(props)
  if (isPlain) return null
  return (
    <div class={isCounted ? 'notice' : 'notice sun'}>
      <div>
        <p role="status">
          {findOther(props.flight) === undefined ? (
            explainCounting(props.flight)
          ) : (
            <SameFlight flight={props.flight} />
          )}
        </p>
        <Choices {...props} />
      </div>
    </div>
  )
}

function readCounting({ flight }: Pick<OwnProps, 'flight'>) {
  const { isCounted = true, recording = 'complete', sameFlightAs } = flight.flightInfo.metadata
  const isPlain = isCounted && recording === 'complete' && findOther(flight) === undefined
  return { isCounted, recording, sameFlightAs, isPlain }
}

export function explainCounting(flight: Flight): string {
  const { isCounted, recording } = readCounting({ flight })
  const { countedThough, notCountedSince } = texts.own
  return isCounted && recording !== 'complete' ? countedThough[recording] : notCountedSince[recording]
}

/** A pilot's choices for a recording that is not a whole flight, or not the only one. */
export function Choices(props: OwnProps) {
  const action = useAction()
  const [Merging, setMerging] = useState<typeof MergeDialog>()
  const { isCounted, sameFlightAs } = readCounting(props)
  const leaveOtherOut = async (id: string) => {
    await patch(`/flights/${id}`, { isCounted: false })
    await setCounted(props, null)
  }
  const merge = async () => {
    const loaded = await import('./merge-dialog.tsx')
    setMerging(() => loaded.MergeDialog)
  }
  const choose = (words: string, run: () => Promise<void>) => (
    <button class="secondary small" disabled={action.isBusy} onClick={() => void action.run(run)}>
      {words}
    </button>
  )
  const { own } = texts
  return (
    <>
      <div class="row">
        {sameFlightAs !== undefined && (
          <button class="small" disabled={action.isBusy} onClick={() => void action.run(merge)}>
            {own.merge}
          </button>
        )}
        {isCounted &&
          sameFlightAs !== undefined &&
          choose(own.countOnlyThis, () => leaveOtherOut(sameFlightAs))}
        {isCounted
          ? choose(own.doNotCount, () => setCounted(props, isOnlyMarked(props) ? false : null))
          : choose(own.count, () => setCounted(props, true))}
      </div>
      <ProblemNotice problem={action.problem} />
      {Merging && sameFlightAs !== undefined && (
        <Merging {...props} otherId={sameFlightAs} onClose={() => setMerging(undefined)} />
      )}
    </>
  )
}

/** Counts by itself, though another flight was at the same time: only the pilot can leave it out. */
function isOnlyMarked({ flight }: OwnProps): boolean {
  const { recording = 'complete', sameFlightAs, copyOf } = flight.flightInfo.metadata
  return recording === 'complete' && sameFlightAs === undefined && copyOf === undefined
}

/** Null: as the recording says. */
async function setCounted(props: OwnProps, isCounted: boolean | null): Promise<void> {
  await saveCorrection(props, { isCounted: isCounted })
  forgetFlights('lists and sums')
}

/** In the menu of a whole flight that counts. Of any other, the notice has the choice. */
export function LeaveOut({ onDone, ...props }: OwnProps & { onDone: () => void }) {
  const action = useAction()
  if (!readCounting(props).isPlain) return null
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

// Offers the pilot what can be done about a flight that does not count, next to the reason.
import { useState } from 'preact/hooks'
import type { RankedFlight, Season } from '#contract/clubs/api.ts'
import type { Flight } from '#contract/flight.ts'
import type { Glider } from '#contract/logbook/gliders.ts'
import { format, texts } from '../language/texts.ts'
import { get, patch, post, request } from '../parts/api.ts'
import { FormDialog } from '../parts/form/form-dialog.tsx'
import { Choice, Choose } from '../parts/form/field.tsx'
import { forgetAnswers, useAction, useData } from '../parts/load.ts'
import { ProblemNotice } from '../parts/notices.tsx'
import { rankingWords as words } from './words.ts'

export function WayOut({ season, flight }: { season: string; flight: RankedFlight }) {
  const { flightId, reason } = flight
  const [isChoosing, setChoosing] = useState(false)
  const action = useAction()
  if (!flightId) return null
  const done = () => forgetAnswers('/rankings/')
  const run = (change: () => Promise<unknown>) =>
    void action.run(async () => {
      await change()
      done()
    })
  const button = (label: string, act: () => void) => (
    <button class="secondary" disabled={action.isBusy} onClick={act}>
      {label}
    </button>
  )
  return (
    <span class="way-out">
      {reason === 'private' &&
        button(words.publish, () => run(() => patch(`/flights/${flightId}`, { visibility: 'public' })))}
      {reason === 'excluded' && button(words.letIn, () => run(() => letIn(season, flightId)))}
      {reason === 'no-glider' && button(words.chooseGlider, () => setChoosing(true))}
      {reason === 'not-scored' && <span class="soft small">{words.soonScored}</span>}
      {(reason === 'in-review' || reason === 'rejected') && (
        <a class="button secondary" href={`/app/seasons/${season}#${flightId}`}>
          {words.seeWhy}
        </a>
      )}
      {isChoosing && (
        <GliderDialog
          flightId={flightId}
          date={flight.date}
          onDone={() => (done(), setChoosing(false))}
          onClose={() => setChoosing(false)}
        />
      )}
      <ProblemNotice problem={action.problem} />
    </span>
  )
}

async function letIn(season: string, flightId: string): Promise<void> {
  const { entry } = (await get<{ data: Season }>(`/seasons/${season}`)).data
  if (!entry) return
  const excludedFlightIds = entry.excludedFlightIds?.filter((id) => id !== flightId) ?? []
  await request('PUT', `/seasons/${season}/entry`, { ...entry, excludedFlightIds })
  forgetAnswers(`/seasons/${season}`)
}

/** The wing that the file names comes first, where it is one of the pilot's. */
function GliderDialog({
  flightId,
  date,
  onDone,
  onClose,
}: {
  flightId: string
  date: string
  onDone: () => void
  onClose: () => void
}) {
  const { value: gliders = [] } = useData<Glider[]>('/gliders')
  const { value: flight } = useData<Flight>(`/flights/${flightId}`)
  const [chosen, choose] = useState<string>()
  const [isForAll, setForAll] = useState(true)
  const { glider: named } = (flight?.flightInfo.metadata ?? {}) as { glider?: string | null }
  const guess = gliders.find(({ name }) => name === named) ?? gliders.find(({ isRetired }) => !isRetired)
  const glider = chosen ?? guess?.id ?? ''
  const submit = async () => {
    if (isForAll) await post(`/gliders/${glider}/flights`, {})
    else await patch(`/flights/${flightId}`, { glider_id: glider })
    onDone()
  }
  return (
    <FormDialog
      title={words.chooseGlider}
      label={texts.own.save}
      isReady={glider !== ''}
      submit={submit}
      onClose={onClose}
    >
      <p class="soft">
        {format.day(date)}
        {named && ` · ${words.fileNames(named)}`}
      </p>
      {gliders.length > 0 ? (
        <>
          <Choose
            label={texts.own.gliders}
            names={Object.fromEntries(gliders.map(({ id, name }) => [id, name]))}
            value={glider}
            change={choose}
          />
          <Choice label={words.allWithoutGlider} isChosen={isForAll} choose={setForAll} />
        </>
      ) : (
        <p>
          <a href="/app/logbook/gliders">{texts.own.addGlider}</a>
        </p>
      )}
    </FormDialog>
  )
}

// Two recordings of one flight: which one is kept, and who may see it.
import { useState } from 'preact/hooks'
import type { Visibility } from '#contract/sharing/visibility-names.ts'
import type { Flight } from '#contract/flight.ts'
import { format, texts } from '../language/texts.ts'
import { post } from '../parts/api.ts'
import { Dialog } from '../parts/dialog.tsx'
import { FormDialog } from '../parts/form/form-dialog.tsx'
import { formatDuration, formatPoints } from '../parts/format.ts'
import { forgetAnswers, forgetFlights } from '../parts/load.ts'
import { ProblemNotice, Skeleton } from '../parts/notices.tsx'
import { navigate } from '../parts/router.ts'
import { VisibilityChoice } from '../sharing/visibility-choice.tsx'
import { useOther } from './same-flight.tsx'
import type { OwnProps } from './save.ts'

type Props = OwnProps & { otherId: string; onClose: () => void }

export function MergeDialog(props: Props) {
  const { other, problem } = useOther(props.otherId)
  if (other) return <MergeForm {...props} other={other} />
  return (
    <Dialog title={texts.own.mergeTitle} onClose={props.onClose}>
      {problem ? <ProblemNotice problem={problem} /> : <Skeleton height="card" />}
    </Dialog>
  )
}

function MergeForm({ flight, other, onChange, onClose }: Props & { other: Flight }) {
  const [keptId, setKeptId] = useState(chooseBetter(other, flight).id)
  const [kept, goes] = keptId === flight.id ? [flight, other] : [other, flight]
  const [visibility, setVisibility] = useState(seenBy(kept))
  const submit = async () => {
    const wanted = { otherFlightId: goes.id, visibility }
    const { data } = await post<{ data: Flight }>(`/flights/${kept.id}/merge`, wanted)
    forgetFlights('lists and sums')
    if (kept === flight) {
      onChange(data)
      onClose()
      return
    }
    forgetAnswers(`/flights/${kept.id}`)
    navigate(`/app/flights/${kept.id}`, { replace: true })
  }
  const { own, sharing } = texts
  return (
    <FormDialog title={own.mergeTitle} label={own.mergeThem} isDanger submit={submit} onClose={onClose}>
      <p>{own.mergeWhat}</p>
      <fieldset class="field">
        <legend>{own.keep}</legend>
        {[other, flight].map((each) => (
          <label key={each.id} class="choice">
            <input
              type="radio"
              name="kept"
              checked={keptId === each.id}
              onChange={() => {
                setKeptId(each.id)
                setVisibility(seenBy(each))
              }}
            />
            <span>
              <span class="file-name">{each.original_file_name}</span>
              <span class="hint block">{describe(each)}</span>
            </span>
          </label>
        ))}
      </fieldset>
      {seenBy(flight) !== seenBy(other) && (
        <VisibilityChoice
          legend={sharing.whoMaySee}
          value={visibility}
          isBusy={false}
          choose={setVisibility}
        />
      )}
      {visibility !== 'private' && <p>{own.mergeLinks}</p>}
      {visibility === 'private' && seenBy(goes) !== seenBy(kept) && <p>{sharing.linksEnd}</p>}
    </FormDialog>
  )
}

const seenBy = ({ flightInfo }: Flight): Visibility => flightInfo.metadata.visibility ?? 'private'

interface FileFacts {
  recorder?: string | null
  fixes?: number
}

const factsOf = ({ flightInfo }: Flight) =>
  flightInfo.metadata as Flight['flightInfo']['metadata'] & FileFacts

function describe(flight: Flight): string {
  const { recorder, fixes = 0, signature } = factsOf(flight)
  return [
    recorder,
    formatDuration(flight.flightInfo.track.duration),
    texts.upload.points(formatPoints(flight.scoring.score)),
    `${texts.flight.fixes}: ${format.number(fixes)}`,
    signature && `${texts.flight.signature}: ${texts.flight.signatures[signature.status]}`,
  ]
    .filter(Boolean)
    .join(' · ')
}

/** The whole flight, then the valid signature, then the longer flight, then more fixes; of equals the one that counts. */
function chooseBetter(counted: Flight, second: Flight): Flight {
  const [one, two] = [counted, second].map((flight) => {
    const { recording, signature, fixes = 0 } = factsOf(flight)
    const isWhole = recording === undefined || recording === 'complete'
    return [Number(isWhole), Number(signature?.status === 'valid'), flight.flightInfo.track.duration, fixes]
  })
  const at = one!.findIndex((value, index) => value !== two![index])
  return at >= 0 && two![at]! > one![at]! ? second : counted
}

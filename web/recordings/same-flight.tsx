// Says which other flight is the same, or was flown at the same time.
import { useEffect, useState } from 'preact/hooks'
import type { Flight } from '#contract/flight.ts'
import { texts } from '../language/texts.ts'
import { get } from '../parts/api.ts'
import { type Action, useAction } from '../parts/load.ts'

/** The other flight that a flight has to do with; undefined: none. */
export function findOther({ flightInfo }: Flight): string | undefined {
  const { sameFlightAs, copyOf, overlaps } = flightInfo.metadata
  return sameFlightAs ?? copyOf ?? overlaps
}

/** For a flight that has to do with another. */
export function SameFlight({ flight }: { flight: Flight }) {
  const id = findOther(flight) ?? ''
  const { other } = useOther(id)
  return (
    <>
      {chooseWords(
        flight,
        other,
      )(() => (
        <a href={`/app/flights/${id}`}>{other?.original_file_name ?? '…'}</a>
      ))}
    </>
  )
}

function chooseWords({ flightInfo }: Flight, other: Flight | undefined) {
  const { own } = texts
  const { sameFlightAs, copyOf, isCounted } = flightInfo.metadata
  if (sameFlightAs !== undefined) return isCounted ? own.sameFlightBoth : own.sameFlight
  if (copyOf !== undefined) return isCounted ? own.copyOfBoth : own.copyOf
  if (!isCounted) return own.atOnce
  return other?.flightInfo.metadata.isCounted ? own.atOnceBoth : own.anotherAtOnce
}

/** Kept here: every upload makes the page forget what it has loaded of flights. */
export function useOther(id: string): { other: Flight | undefined; problem: Action['problem'] } {
  const [other, setOther] = useState<Flight>()
  const { run, problem } = useAction()
  useEffect(() => {
    void run(async () => setOther((await get<{ data: Flight }>(`/flights/${id}`)).data))
  }, [id])
  return { other, problem }
}

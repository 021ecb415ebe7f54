// Says of which flight this is another recording.
import { useEffect, useState } from 'preact/hooks'
import type { FlightRow } from '#dashboard/flights.ts'
import type { Flight } from '#sdk/types/flight.ts'
import { texts } from '../language/texts.ts'
import { get } from '../parts/api.ts'
import { type Action, useAction } from '../parts/load.ts'

/** For a flight with `sameFlightAs`. */
export function SameFlight({ flight }: { flight: Flight }) {
  const { sameFlightAs = '', isCounted } = flight.flightInfo.metadata
  const { other } = useOther(sameFlightAs)
  const say = isCounted ? texts.own.sameFlightBoth : texts.own.sameFlight
  return (
    <>
      {say(() => (
        <a href={`/app/flights/${sameFlightAs}`}>{other?.original_file_name ?? '…'}</a>
      ))}
    </>
  )
}

/** Kept here: every upload makes the page forget what it has loaded of flights. */
export function useOther(id: string): { other: Flight | undefined; problem: Action['problem'] } {
  const [other, setOther] = useState<Flight>()
  const { run, problem } = useAction()
  useEffect(() => {
    void run(async () => setOther((await get<FlightRow>(`/flights/${id}`)).flight))
  }, [id])
  return { other, problem }
}

// Says of which flight this is another recording.
import type { FlightRow } from '#dashboard/flights.ts'
import type { Flight } from '#sdk/types/flight.ts'
import { texts } from '../../language/texts.ts'
import { useLoad } from '../../parts/load.ts'

/** For a flight with `sameFlightAs`. */
export function SameFlight({ flight }: { flight: Flight }) {
  const { sameFlightAs = '', isCounted } = flight.flightInfo.metadata
  const { value } = useLoad<FlightRow>(`/flights/${sameFlightAs}`)
  const say = isCounted ? texts.own.sameFlightBoth : texts.own.sameFlight
  return (
    <>
      {say(() => (
        <a href={`/app/flights/${sameFlightAs}`}>{value?.flight.original_file_name ?? '…'}</a>
      ))}
    </>
  )
}

// The part of a flight that a visitor may read, and the same in the shape that the parts of the flight page take.
import { useEffect, useState } from 'preact/hooks'
import type { FlightGround } from '#dashboard/flights.ts'
import type { Flight } from '#contract/flight.ts'
import type { SharedFlight } from '#contract/sharing/shared-flight.ts'
import { SHARED_TRACK } from '../routes.ts'

export type Answer<Value> = { value: Value } | { problem: 'missing' | 'failed' }

export async function loadShared<Value>(path: string): Promise<Answer<Value>> {
  try {
    const response = await fetch(`/api/v1/shared/${path}`)
    if (!response.ok) return { problem: response.status === 404 ? 'missing' : 'failed' }
    return { value: ((await response.json()) as { data: Value }).data }
  } catch {
    return { problem: 'failed' }
  }
}

/** Undefined while it loads. */
// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- names what the path answers
export function useShared<Value>(path: string): Answer<Value> | undefined {
  const [answer, setAnswer] = useState<Answer<Value>>()
  useEffect(() => {
    let isGone = false
    void loadShared<Value>(path).then((loaded) => isGone || setAnswer(loaded))
    return () => {
      isGone = true
    }
  }, [path])
  return answer
}

export async function readGround(reference: string): Promise<FlightGround> {
  const response = await fetch(`/f/${reference}/ground`)
  if (!response.ok) throw new Error(response.statusText)
  return (await response.json()) as FlightGround
}

export const trackPath = (reference: string) => `${reference}/${SHARED_TRACK}`

/** Without what visitors do not get: the page shows none of it. */
export function toFlight(reference: string, shared: SharedFlight): Flight {
  const { takeoff, start, end, altitude, certificate, gliderName: glider } = shared
  // Where they are hidden, the ends of what is shown are neither take-off nor landing.
  const ends = { ...(takeoff && { launch: start }), ...(shared.isLandingShown && { landing: end }) }
  const metadata = { ...ends, altitude, glider, marks: shared.marks, scoring: certificate }
  return {
    ...shared,
    id: reference,
    flightInfo: {
      takeoff: takeoff ?? { name: '', country: '' },
      metadata,
      track: shared.track,
      notCounted: shared.notCounted,
    },
  } as unknown as Flight
}

// A shared flight in a title and a sentence, for previews and feeds.
import type { PictureWords } from './picture/draw.ts'
import type { SharedSummary } from './shared-flight.ts'

export interface FlightWords {
  title: string
  description: string
  pilotName: string
}

const day = new Intl.DateTimeFormat('en', { dateStyle: 'long', timeZone: 'UTC' })

export function describeInWords(flight: SharedSummary): FlightWords {
  const { scoring, track, takeoff } = flight
  const pilotName = flight.pilot.name ?? 'A pilot'
  const date = day.format(new Date(`${flight.flight_date}T00:00:00Z`))
  const score =
    scoring.type === 'None'
      ? []
      : [`${scoring.distance.toFixed(1)} km ${scoring.type}`, `${scoring.score.toFixed(1)} points`]
  const name = flight.title ?? takeoff?.name
  const parts = [...score, formatAirtime(track.duration), `up to ${Math.round(flight.altitude.maximumM)} m`]
  return {
    title: `${name ? `${name}, ` : ''}${date} · ${pilotName}`,
    description: `${flight.title !== null && takeoff ? `${takeoff.name}: ` : ''}${parts.join(', ')}.${flight.isCut ? ' Part of the track is hidden.' : ''}`,
    pilotName,
  }
}

/** The same for the picture, part by part. */
export function describeForPicture(flight: SharedSummary): PictureWords {
  const { scoring, track, takeoff, altitude } = flight
  const score =
    scoring.type === 'None'
      ? []
      : [`${scoring.distance.toFixed(1)} km`, `${scoring.type}, ${scoring.score.toFixed(1)} points`]
  return {
    place: takeoff?.name ?? 'A flight',
    date: day.format(new Date(`${flight.flight_date}T00:00:00Z`)),
    pilotName: flight.pilot.name ?? 'A pilot',
    figures: [...score, formatAirtime(track.duration), `Up to ${Math.round(altitude.maximumM)} m`],
    isCut: flight.isCut,
  }
}

/** Such as 4 h 02 min. */
export function formatAirtime(seconds: number): string {
  const minutes = Math.round(seconds / 60)
  const rest = minutes % 60
  return minutes < 60
    ? `${minutes} min`
    : `${Math.floor(minutes / 60)} h ${String(rest).padStart(2, '0')} min`
}

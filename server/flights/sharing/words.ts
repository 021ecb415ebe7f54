// A shared flight in a title and a sentence, for previews and feeds.
import { sayPlace } from '#language/places.ts'
import { formatsFor, textsIn } from '#language/server.ts'
import type { Language, Preferences } from '#language/preferences.ts'
import type { PictureWords } from './picture/draw.ts'
import type { SharedSummary } from './shared-flight.ts'

export interface FlightWords {
  title: string
  /** The same with a date that everyone reads alike: a preview is shown to others than the one who asked for it. */
  previewTitle: string
  description: string
  pilotName: string
}

export function describeInWords(flight: SharedSummary, reader: Preferences): FlightWords {
  const { scoring, track } = flight
  const { sharedFlight: texts } = textsIn(reader.language)
  const { distance, type, points, altitude } = writeFigures(flight, reader)
  const place = namePlace(flight, reader)
  const pilotName = flight.pilot.name ?? texts.aPilot
  const score = scoring.type === 'None' ? [] : [`${distance} ${type}`, points]
  const name = flight.title ?? place
  const parts = [...score, formatAirtime(track.duration), texts.upTo(altitude)].join(', ')
  const writeTitle = (day: string) => `${name ? `${name}, ` : ''}${day} · ${pilotName}`
  return {
    title: writeTitle(writeDay(reader.language, flight.flight_date)),
    previewTitle: writeTitle(flight.flight_date),
    description: `${flight.title !== null && place ? `${place}: ` : ''}${parts}.${flight.isCut ? ` ${texts.isCut}` : ''}`,
    pilotName,
  }
}

/** The same for the picture, part by part. One picture is for everybody: its date is one that all languages read alike. */
export function describeForPicture(flight: SharedSummary, reader: Preferences): PictureWords {
  const { scoring, track } = flight
  const { sharedFlight: texts } = textsIn(reader.language)
  const { distance, type, points, altitude } = writeFigures(flight, reader)
  const place = namePlace(flight, reader)
  const score = scoring.type === 'None' ? [] : [distance, `${type}, ${points}`]
  return {
    title: flight.title ?? place ?? texts.aFlight,
    when: [flight.flight_date, ...(flight.title !== null && place ? [place] : [])].join(' · '),
    pilotName: flight.pilot.name ?? texts.aPilot,
    figures: [...score, formatAirtime(track.duration), capitalise(texts.upTo(altitude))],
    note: flight.isCut ? texts.isCut : undefined,
  }
}

export function namePlace({ takeoff }: SharedSummary, reader: Preferences): string | undefined {
  return takeoff ? sayPlace(textsIn(reader.language).places, formatsFor(reader), takeoff.name) : undefined
}

/** In the reader's units. */
export function writeFigures({ scoring, altitude }: SharedSummary, reader: Preferences) {
  const { sharedFlight: texts } = textsIn(reader.language)
  const formats = formatsFor(reader)
  const types: Record<string, string> = texts.types
  return {
    distance: `${formats.figure('distance', scoring.distance)} ${formats.unit('distance')}`,
    type: types[scoring.type] ?? scoring.type,
    points: texts.points(formats.number(scoring.score, 1)),
    altitude: `${formats.figure('altitude', altitude.maximumM)} ${formats.unit('altitude')}`,
  }
}

const writers = new Map<Language, Intl.DateTimeFormat>()

/** 2026-05-17 is May 17, 2026. */
function writeDay(language: Language, date: string): string {
  const writer =
    writers.get(language) ?? new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: 'UTC' })
  writers.set(language, writer)
  return writer.format(new Date(`${date}T00:00:00Z`))
}

const capitalise = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

/** Such as 4 h 02 min. */
export function formatAirtime(seconds: number): string {
  const minutes = Math.round(seconds / 60)
  const rest = minutes % 60
  return minutes < 60
    ? `${minutes} min`
    : `${Math.floor(minutes / 60)} h ${String(rest).padStart(2, '0')} min`
}

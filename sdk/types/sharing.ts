// Written by scripts/sdk/types.ts from contract/; not by hand.
import type { Certificate } from './certificate.ts'
import type { FlightAnalysis } from './analysis.ts'
import type { Photo } from './photos.ts'

export type SharedFlight = {
  /** unlisted: only those with the link see it; public: everyone does. */
  visibility: 'unlisted' | 'public'
  /** Whether the pilot hides part of the track. Everything here, the score included, is then of the part that is shown. */
  isCut: boolean
  pilot: {
    /** The name that the pilot wants to be shown by. */
    name: string | null
    /** The address of the pilot’s public profile; null when there is none. */
    profile: string | null
  }
  /** What the pilot calls the flight, as plain text; a privacy zone does not hide it. Null when it has no title. */
  title: string | null
  /** The photos of the flight, in the order that the pilot has given them. */
  photos: Array<Photo>
  /** The local date at take-off. */
  flight_date: string
  /** The XContest season: 1 October to 30 September, named after the year in which it ends. */
  season: number
  /** Whether it was a tandem flight. */
  is_tandem: boolean
  /** How the flight was launched. */
  launch_type: 'Self' | 'Towed' | 'Powered' | 'Driving'
  /** Make and model of the glider. */
  glider: string | null
  /** The IANA time zone of the launch. */
  timeZone: string | null
  /** How far the clocks there were ahead of UTC, in seconds. */
  utcOffsetSeconds: number
  /** Null when the launch is hidden. */
  takeoff: {
    /** Latitude in WGS84 degrees. */
    lat: number
    /** Longitude in WGS84 degrees. */
    lng: number
    /** What the pilot calls it, or the name of the site, or of the nearest town when no site is known there. */
    name: string
    /** ISO 3166-1 alpha-2 code, in upper case. */
    country: string
  } | null
  /** False when the landing is hidden: then end is only the last fix that is shown. */
  isLandingShown: boolean
  /** The first or last fix of what is shown. */
  start: {
    /** Latitude in WGS84 degrees. */
    lat: number
    /** Longitude in WGS84 degrees. */
    lng: number
    /** When the fix was recorded, UTC. */
    time: string
    /** Metres. */
    altitudeM: number
  }
  /** The first or last fix of what is shown. */
  end: {
    /** Latitude in WGS84 degrees. */
    lat: number
    /** Longitude in WGS84 degrees. */
    lng: number
    /** When the fix was recorded, UTC. */
    time: string
    /** Metres. */
    altitudeM: number
  }
  altitude: {
    /** pressure or gnss. */
    source: string
    /** The highest point, in metres. */
    maximumM: number
    /** The lowest point, in metres. */
    minimumM: number
    /** The highest point above the first one shown, in metres. */
    gainM: number
    /** At the first fix shown, in metres. */
    takeoffM: number
    /** At the last fix shown, in metres. */
    landingM: number
    /** Over 20 s, in metres per second. */
    greatestClimbMs: number
    /** Over 20 s, in metres per second; negative. */
    greatestSinkMs: number
  }
  track: {
    /** Time from take-off to landing, in seconds. */
    duration: number
    /** Length of the track from take-off to landing in kilometres, rounded to 0.01. It is measured between fixes at least 30 m apart, so that receiver noise does not add to it. */
    distance: number
  }
  /** The best score of the flight. Its certificate, which says whether it is proven, is in flightInfo.metadata.scoring. */
  scoring: {
    /** Scored distance in kilometres, rounded to 0.01. */
    distance: number
    /** Points, rounded to 0.01. */
    score: number
    /** One of: Free Flight, Straight Distance, Free Triangle, FAI Triangle, Closed Free Triangle, Closed FAI Triangle, Out and Return, None. By the rules of XContest there is no Straight Distance and no Out and Return. */
    type: string
  }
  /** The certificate of the score. Distances are measured on the FAI sphere (R = 6371.0 km). */
  certificate: Certificate
  /** What to know before trusting the points of the flight; absent when there is nothing. The warning of the same code says it in full, with the line of the file. */
  marks?: Array<'implausible-speed' | 'unrecorded' | 'repeated-track' | 'no-altitude'>
  notCounted?: {
    /** twin: another recording of a flight that counts, by a second instrument; copy: the track of a flight that counts, at another time or in another place; overlap: another flight at the same time counts; cut-short, no-flight: as recording says; pilot: the pilot has left it out. Others may be added. */
    reason: 'twin' | 'copy' | 'overlap' | 'cut-short' | 'no-flight' | 'pilot'
  }
  /** Null when there is none. */
  analysis: FlightAnalysis | null
}

export type FlightSharing = {
  /** Who may see the flight besides its pilot: private, no one; unlisted, anyone with its secret link; public, everyone. */
  visibility: 'private' | 'unlisted' | 'public'
  /** Where others see the flight: its secret link, or its public address; null while it is private. */
  url: string | null
  /** How much of it the pilot’s privacy zones hide. A flight that they hide entirely is not shown. */
  hidden: 'nothing' | 'part' | 'all'
}

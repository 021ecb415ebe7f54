// Written by scripts/sdk/types.ts from contract/; not by hand.
import type { AnalysisSummary } from './analysis.ts'
import type { Certificate } from './certificate.ts'
import type { FileSignature } from './signature.ts'
import type { NotCounted } from './counting.ts'
import type { Photo } from './photos.ts'

export type Flight = {
  /** The id of the flight. */
  id: string
  /** SHA-256 of the uploaded bytes, in hexadecimal. It is the ETag of the IGC download. */
  hash: string
  /** The local date at take-off. */
  flight_date: string
  /** When the flight was uploaded, UTC. */
  date_created: string
  /** The name of the uploaded file. */
  original_file_name: string
  /** Whether it was a tandem flight. */
  is_tandem: boolean
  /** How the flight was launched. */
  launch_type: 'Self' | 'Towed' | 'Powered' | 'Driving'
  /** The XContest season: 1 October to 30 September, named after the year in which it ends. */
  season: number
  /** The best score of the flight. Its certificate, which says whether it is proven, is in flightInfo.metadata.scoring. */
  scoring: {
    /** Scored distance in kilometres, rounded to 0.01. */
    distance: number
    /** Points, rounded to 0.01. */
    score: number
    /** One of: Free Flight, Straight Distance, Free Triangle, FAI Triangle, Closed Free Triangle, Closed FAI Triangle, Out and Return, None. By the rules of XContest there is no Straight Distance and no Out and Return. */
    type: string
  }
  flightInfo: {
    takeoff: {
      /** The id of the take-off. */
      id: string
      /** Latitude in WGS84 degrees. */
      lat: number
      /** Longitude in WGS84 degrees. */
      lng: number
      /** What the pilot calls it, or the name of the site, or of the nearest town when no site is known there. */
      name: string
      /** ISO 3166-1 alpha-2 code, in upper case. */
      country: string
    }
    /** Free-form members: who may see the flight (visibility), whether it counts (isCounted; flightInfo.notCounted says why not) and holds the flight to its end (recording), the flight that it is another recording of (sameFlightAs) or a copy of (copyOf), another flight at the same time (overlaps), what the pilot has written on it (title, notes) and added to it (photos), the glider of the pilot’s list (ownGlider), that the pilot has named the take-off (ownTakeoff), and what the file says: pilot, glider, recorder, time zone, landing, altitudes in metres, strongest climb and sink in metres per second, number of fixes, warnings about the file with their line numbers, other flights in the file, what to know before trusting the points (marks), the certificate of the score (scoring), what the signature of the file says (signature), and the analysis in short (analysis). */
    metadata: {
      /** Who may see the flight besides its pilot: private, no one; unlisted, anyone with its secret link; public, everyone. */
      visibility?: 'private' | 'unlisted' | 'public'
      /** Whether the flight counts in totals, statistics, seasons, records, a glider’s hours and the public profile. A recording that is not complete does not, nor does a second one or a copy of the same flight or another flight at the same time, unless the pilot says so; flightInfo.notCounted has the reason. */
      isCounted?: boolean
      /** Whether the file holds its flight to the end: complete; cut-short, it ends in the air and not about to land; no-flight, nothing in it flies. Absent from flights of earlier releases that have not been scored again. */
      recording?: 'complete' | 'cut-short' | 'no-flight'
      /** The flight of which this is another recording, by a second instrument: at most times both were in the same place. That one counts. Absent when there is none. */
      sameFlightAs?: string
      /** The flight whose track this is, at another time or in another place: moved, turned, mirrored or with fewer fixes. That one counts. Absent when there is none. */
      copyOf?: string
      /** Another flight of the pilot at the same time. One pilot is in one place: of the two the one that was uploaded first counts, until the pilot says otherwise. Absent when there is none. */
      overlaps?: string
      /** What the pilot calls the flight: one line of plain text. Others see it where the flight is shared. Absent when there is none. */
      title?: string
      /** The pilot’s notes: plain text, lines end with a line feed. Never shown to those with whom the flight is shared. Absent when there are none. */
      notes?: string
      /** The glider of the pilot’s own list. Absent when none was chosen. glider and gliderClass are what the file says. */
      ownGlider?: {
        /** The id of the glider. */
        id: string
        /** What the pilot calls it: make, model and size. No other glider of the pilot has the same name. */
        name: string
        /** A to D: the class of a paraglider by EN 926; CCC: a competition paraglider; tandem: a paraglider for two. */
        class: 'A' | 'B' | 'C' | 'D' | 'CCC' | 'tandem' | 'miniwing' | 'hang glider' | 'rigid wing' | 'other'
      }
      /** That the pilot has named the take-off. Absent when the name is the service’s. */
      ownTakeoff?: {
        /** The same as flightInfo.takeoff.name. */
        name: string
        /** Whether it is also the name of the pilot’s other flights that began within 500 m, and of later ones. */
        isForNearby: boolean
      }
      /** The photos of the flight, in the order that the pilot has given them. */
      photos?: Array<Photo>
      /** What to know before trusting the points of the flight; absent when there is nothing. The warning of the same code says it in full, with the line of the file. */
      marks?: Array<'implausible-speed' | 'unrecorded' | 'repeated-track' | 'no-altitude'>
      /** The certificate of the score. Distances are measured on the FAI sphere (R = 6371.0 km). */
      scoring?: Certificate
      /** What the signature (G record) of the file says. The schemes of XCSoar (XCS) and LK8000 (XLK) are checked. They are public: a valid one shows that the file was not changed by accident or with a text editor, and no more. */
      signature?: FileSignature
      /** Null when there is none; absent from flights that were uploaded before there were analyses and have not been scored again. */
      analysis?: AnalysisSummary | null
      [member: string]: unknown
    }
    track: {
      /** Time from take-off to landing, in seconds. */
      duration: number
      /** Length of the track from take-off to landing in kilometres, rounded to 0.01. It is measured between fixes at least 30 m apart, so that receiver noise does not add to it. */
      distance: number
    }
    /** Why a flight does not count. Absent from one that counts. */
    notCounted?: NotCounted
  }
}

/** With fields=light: a flight without flightInfo.metadata. */
export type LightFlight = {
  /** The id of the flight. */
  id: string
  /** SHA-256 of the uploaded bytes, in hexadecimal. It is the ETag of the IGC download. */
  hash: string
  /** The local date at take-off. */
  flight_date: string
  /** When the flight was uploaded, UTC. */
  date_created: string
  /** The name of the uploaded file. */
  original_file_name: string
  /** Whether it was a tandem flight. */
  is_tandem: boolean
  /** How the flight was launched. */
  launch_type: 'Self' | 'Towed' | 'Powered' | 'Driving'
  /** The XContest season: 1 October to 30 September, named after the year in which it ends. */
  season: number
  /** The best score of the flight. Its certificate, which says whether it is proven, is in flightInfo.metadata.scoring. */
  scoring: {
    /** Scored distance in kilometres, rounded to 0.01. */
    distance: number
    /** Points, rounded to 0.01. */
    score: number
    /** One of: Free Flight, Straight Distance, Free Triangle, FAI Triangle, Closed Free Triangle, Closed FAI Triangle, Out and Return, None. By the rules of XContest there is no Straight Distance and no Out and Return. */
    type: string
  }
  flightInfo: {
    takeoff: {
      /** The id of the take-off. */
      id: string
      /** Latitude in WGS84 degrees. */
      lat: number
      /** Longitude in WGS84 degrees. */
      lng: number
      /** What the pilot calls it, or the name of the site, or of the nearest town when no site is known there. */
      name: string
      /** ISO 3166-1 alpha-2 code, in upper case. */
      country: string
    }
    track: {
      /** Time from take-off to landing, in seconds. */
      duration: number
      /** Length of the track from take-off to landing in kilometres, rounded to 0.01. It is measured between fixes at least 30 m apart, so that receiver noise does not add to it. */
      distance: number
    }
    /** Why a flight does not count. Absent from one that counts. */
    notCounted?: NotCounted
  }
}

/** What to change: at least one member. */
export type FlightCorrection = {
  /** How the flight was launched. */
  launch_type?: 'Self' | 'Towed' | 'Powered' | 'Driving'
  /** Whether it was a tandem flight. */
  is_tandem?: boolean
  /** Who may see the flight besides its pilot: private, no one; unlisted, anyone with its secret link; public, everyone. */
  visibility?: 'private' | 'unlisted' | 'public'
  /** Whether the flight counts in totals, statistics, seasons, records, a glider’s hours and the public profile. Null: as its recording says, and whether there is another of the same flight or at the same time. */
  is_counted?: boolean | null
  /** What the pilot calls the flight: one line of plain text. Others see it where the flight is shared. Null or empty: none. */
  title?: string | null
  /** The pilot’s notes: plain text, lines end with a line feed. Never shown to those with whom the flight is shared. Null or empty: none. */
  notes?: string | null
  /** The id of the glider that it was flown with. Null: none of the pilot’s list. */
  glider_id?: string | null
}

export type UploadOptions = {
  /** The name of the file. */
  filename?: string
  /** How the flight was launched. */
  launch_type?: 'Self' | 'Towed' | 'Powered' | 'Driving'
  /** Whether it was a tandem flight. */
  is_tandem?: boolean
  /** The local date at take-off, for a file that names no date. A file that names one keeps it, whatever is given here. */
  flight_date?: string
  /** Make and model of the glider. */
  glider?: string
}

export type Uploaded = {
  /** The id of the flight. */
  id: string
  /** SHA-256 of the stored file, in hexadecimal. */
  hash: string
  /** The name of the stored file. */
  fileName: string
  /** False when the flight already existed. */
  isNew: boolean
  /** The best score of the flight. Its certificate, which says whether it is proven, is in flightInfo.metadata.scoring. */
  scoring: {
    /** Scored distance in kilometres, rounded to 0.01. */
    distance: number
    /** Points, rounded to 0.01. */
    score: number
    /** One of: Free Flight, Straight Distance, Free Triangle, FAI Triangle, Closed Free Triangle, Closed FAI Triangle, Out and Return, None. By the rules of XContest there is no Straight Distance and no Out and Return. */
    type: string
  }
}

export type TrackColumns = {
  /** Unix time in seconds. */
  seconds: Array<number>
  /** Latitude in WGS84 degrees. */
  latitude: Array<number>
  /** Longitude in WGS84 degrees. */
  longitude: Array<number>
  /** Altitude in metres: barometric if the recorder has a barometer, otherwise GNSS. */
  altitude: Array<number>
}

/** GeoJSON (RFC 7946). */
export type TrackFeature = {
  /** Always Feature. */
  type: 'Feature'
  geometry: {
    /** LineString, or MultiLineString for a track that crosses the antimeridian (RFC 7946 3.1.9). */
    type: string
    coordinates: Array<Array<number> | Array<Array<number>>>
  }
  properties: {
    /** The id of the flight. */
    id: string
    /** SHA-256 of the uploaded bytes, in hexadecimal. It is the ETag of the IGC download. */
    hash: string
    /** The time of each fix. */
    times: Array<string>
  }
}

export type FlightListQuery = {
  /** The number of the page, starting at 1. */
  page?: number
  /** How many flights a page has. */
  pageSize?: number
  /** Only flights with this flight_date or a later one. */
  from?: string
  /** Only flights with this flight_date or an earlier one. */
  to?: string
  /** Only flights of this season. */
  season?: number
  /** Only flights that were uploaded, corrected or scored again at this time or later. */
  updatedSince?: string
  /** Only the flight with this hash: the SHA-256 of its file. */
  hash?: string
  /** Only flights from the take-off with this id. */
  takeoff?: string
  /** Only flights with this glider of the pilot’s list. */
  glider?: string
  /** Only flights from take-offs in this country: ISO 3166-1 alpha-2. */
  country?: string
  /** Only flights whose score is of this type. */
  type?: 'Free Flight' | 'Straight Distance' | 'Free Triangle' | 'FAI Triangle' | 'Closed Free Triangle' | 'Closed FAI Triangle' | 'Out and Return' | 'None'
  /** Only flights with this many points or more. */
  minScore?: number
  /** Only flights that began in this box: west,south,east,north in WGS84 degrees. If west is greater than east, the box crosses the antimeridian. */
  bbox?: string
  /** Only flights in which every one of these words, up to 5, is part of the title, the notes, the glider (of the file, or of the pilot’s list) or the name of the take-off. Case and accents do not matter. */
  q?: string
  /** What the list is sorted by: flight_date (then date_created, then id), or scoring.score, scoring.distance or track.duration (then id). */
  sort?: 'date' | 'score' | 'distance' | 'duration'
  /** desc: newest, highest or longest first; asc: the other way round. */
  order?: 'desc' | 'asc'
  /** A page by cursor instead of number: pagination.next of the page before, with the same sort and order. Flights that arrive or go meanwhile neither repeat nor skip others. */
  after?: string
  /** How many flights a page by cursor has. Without after, it asks for the first one. */
  limit?: number
  /** Which members of a flight to return: light for all but flightInfo.metadata (the certificate of the score and all else that the file says: most of a flight), or names separated by commas, such as id,flight_date,scoring,flightInfo.takeoff. */
  fields?: string
}

export type FlightChangesQuery = {
  /** pagination.next of the answer before. Without it: everything from the start. */
  after?: string
  /** The maximum number of changes to return. */
  limit?: number
  /** Which members of a flight to return: light for all but flightInfo.metadata (the certificate of the score and all else that the file says: most of a flight), or names separated by commas, such as id,flight_date,scoring,flightInfo.takeoff. */
  fields?: string
}

export type FlightChange = {
  /** created: uploaded, and not changed since; updated: corrected or scored again since its upload, which you may not have seen; deleted. */
  change: 'created' | 'updated' | 'deleted'
  /** The id of the flight. */
  id: string
  /** SHA-256 of the uploaded bytes, in hexadecimal. */
  hash: string
  /** When it was uploaded, last changed, or deleted. */
  changedAt: string
  /** The flight as it is now; null when it was deleted. */
  flight: Flight | null
}

// Written by scripts/sdk/types.ts from contract/; not by hand.
import type { AnalysisSummary } from './analysis.ts'
import type { Certificate } from './certificate.ts'
import type { FileSignature } from './signature.ts'
import type { Photo } from './photos.ts'

export type Diagnosis = {
  /** Line number, starting at 1; 0 when it concerns the whole file. */
  line: number
  /** A file with an error is refused. */
  severity: 'error' | 'warning'
  /** A fixed code for programs. */
  code: string
  /** A sentence for people. */
  message: string
  /** What to do about it, or what has been done. */
  hint: string
}

export type Validation = {
  /** SHA-256 of the file, in hexadecimal. */
  hash: string
  /** Whether an upload of the file would be accepted. */
  isValid: boolean
  /** Whether this flight has already been uploaded. */
  isKnown: boolean
  /** Errors first, then warnings, each in the order of the lines. */
  diagnoses: Array<Diagnosis>
  /** What an upload would store; null when the file would be refused. */
  flight: {
    /** The local date at take-off. */
    flight_date: string
    /** The XContest season: 1 October to 30 September, named after the year in which it ends. */
    season: number
    /** Whether it was a tandem flight. */
    is_tandem: boolean
    /** How the flight was launched. */
    launch_type: 'Self' | 'Towed' | 'Powered' | 'Driving'
    /** The best score of the flight. Its certificate, which says whether it is proven, is in flightInfo.metadata.scoring. */
    scoring: {
      /** Scored distance in kilometres, rounded to 0.01. */
      distance: number
      /** Points, rounded to 0.01. */
      score: number
      /** One of: Free Flight, Straight Distance, Free Triangle, FAI Triangle, Closed Free Triangle, Closed FAI Triangle, Out and Return, None. By the rules of XContest there is no Straight Distance and no Out and Return. */
      type: string
    }
    takeoff: {
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
  } | null
}

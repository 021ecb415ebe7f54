// Internal to the dashboard; may change with any release.
// GET, PATCH /app/api/sharing; POST /app/api/sharing/zones; DELETE .../zones/:id;
// POST .../zones/:id/smaller takes the smaller disc; GET /app/api/flights/:id/sharing;
// POST .../:id/sharing/preview shows it as others would with one zone more; POST .../:id/sharing/link ends the old link and gives a new one; POST /app/api/flights/visibility changes many flights.
import type { RankingRow } from '#contract/clubs/api.ts'
import { RankingRule } from '#contract/clubs/rule.ts'
import { type Static, Type } from 'typebox'
import type { FlightSharing } from '#contract/sharing/shared-flight.ts'
import { Visibility } from '#contract/sharing/visibility.ts'
import { id, idParams } from '#contract/values.ts'
import { languages } from '#language/preferences.ts'
import type { FlightTrack } from './flights.ts'
import { HANDLE_PATTERN, MAX_ZONE_RADIUS_M, MIN_ZONE_RADIUS_M } from './limits.ts'

export const SharingChange = Type.Object(
  {
    defaultVisibility: Type.Optional(Visibility),
    handle: Type.Optional(
      Type.Union([
        Type.String({
          pattern: HANDLE_PATTERN,
          'x-must-be': '2 to 30 lower-case letters, digits and hyphens, with no hyphen at either end',
        }),
        Type.Null(),
      ]),
    ),
    offersTrackFiles: Type.Optional(Type.Boolean()),
  },
  { additionalProperties: false, minProperties: 1 },
)
export type SharingChange = Static<typeof SharingChange>

const place = {
  latitude: Type.Number({ minimum: -85, maximum: 85 }),
  longitude: Type.Number({ minimum: -180, maximum: 180 }),
  radiusM: Type.Integer({ minimum: MIN_ZONE_RADIUS_M, maximum: MAX_ZONE_RADIUS_M }),
}

export const NewPrivacyZone = Type.Object(
  { name: Type.String({ minLength: 1, maxLength: 60 }), ...place },
  { additionalProperties: false },
)
export const ZonePlace = Type.Object(place, { additionalProperties: false })
export type ZonePlace = Static<typeof ZonePlace>

export interface ZonePreview extends Pick<FlightSharing, 'hidden' | 'isGuessable'> {
  /** As visitors would get it; null when they would see no flight. */
  track: FlightTrack | null
  /** What is hidden around the place, of every flight. */
  disc: ZonePlace
}

export type NewPrivacyZone = Static<typeof NewPrivacyZone>

export const PrivacyZoneParams = idParams('The id of the privacy zone.')

export interface PrivacyZone extends NewPrivacyZone {
  id: string
  /** Of a zone whose disc is far wider than it need be. */
  discs?: Discs
}

/** What is hidden now, and what would be instead. */
export interface Discs {
  now: ZonePlace
  smaller: ZonePlace
}

export interface Sharing {
  defaultVisibility: Visibility
  handle: string | null
  /** Whether visitors may have tracks as files. */
  offersTrackFiles: boolean
  zones: PrivacyZone[]
}

/** GET /p/{handle} */
export const ProfileParams = Type.Object({ handle: Type.String({ pattern: HANDLE_PATTERN }) })
export const ProfileQuery = Type.Object({ after: Type.Optional(id('The last flight of the page before.')) })

/** GET /app/api/public-flights and /visit/public-flights: as many as a page shows. */
export const PublicFlightsQuery = Type.Object({
  ids: Type.String({
    pattern: '^[a-f0-9]{24}(?:,[a-f0-9]{24}){0,29}$',
    'x-must-be': 'ids of 1 to 30 flights, with commas between them',
  }),
})

/** As everyone sees it: of a flight that a zone cuts, the part that is shown. */
export interface PublicFlight {
  id: string
  date: string
  title: string | null
  /** Null where it is hidden. */
  takeoff: { name: string; country: string } | null
  glider: string | null
  type: string
  distanceKm: number
  durationSeconds: number
  shape: number[]
}

/** GET /oembed */
export const OembedQuery = Type.Object({
  url: Type.String({ maxLength: 500 }),
  format: Type.Optional(Type.Literal('json')),
  maxwidth: Type.Optional(Type.Integer({ minimum: 200 })),
  maxheight: Type.Optional(Type.Integer({ minimum: 200 })),
})

/** Of the picture for link previews: the language of the page that refers to it. */
export const PictureQuery = Type.Object({
  language: Type.Optional(Type.Enum([...languages], { type: 'string' })),
})

/** Without ids, all of the pilot's flights. */
export const VisibilityChange = Type.Object(
  {
    visibility: Visibility,
    ids: Type.Optional(Type.Array(id('A flight.'), { minItems: 1, maxItems: 100 })),
  },
  { additionalProperties: false },
)
export type VisibilityChange = Static<typeof VisibilityChange>

export interface VisibilityChanged {
  /** How many flights had another visibility. */
  changed: number
}

/** POST /app/api/seasons/{id}/preview: the places by a rule that no ranking has yet. */
export const AskedPreview = Type.Object({ rule: RankingRule }, { additionalProperties: false })

export interface RankingPreview {
  /** The one whose flights are ranked. */
  season: string
  /** The first. */
  rows: RankingRow[]
  /** How many rows there are. */
  total: number
  /** Flights that wait for their score by the league of the rule. */
  unscored: number
}
export const PreviewResult = Type.Object({ data: Type.Unsafe<RankingPreview>({}) })

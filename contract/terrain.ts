// The ground below a flight.
import { type Static, Type } from 'typebox'
import { TrackQuery } from './flight.ts'
import { orNull } from './values.ts'

export const TerrainQuery = Type.Object({ resolution: TrackQuery.properties.resolution })
export type TerrainQuery = Static<typeof TerrainQuery>

const metres = Type.Integer()

export const FlightTerrain = Type.Object(
  {
    altitudeSource: Type.Enum(['gnss', 'pressure'], {
      type: 'string',
      description:
        'Which altitude it is above the ground: by GNSS where the file has it, since pressure depends on the weather.',
      examples: ['gnss'],
    }),
    maxAboveGroundM: orNull(
      Type.Integer({ examples: [1840] }),
      'The greatest height above the ground, in metres; null when none is known.',
    ),
    seconds: Type.Array(Type.Number(), {
      description: 'Unix time in seconds; the fixes are those of the track with the same resolution.',
      examples: [[1_779_012_600, 1_779_012_605]],
    }),
    altitude: Type.Array(metres, {
      description: 'Altitude in metres, by altitudeSource.',
      examples: [[2215, 2218]],
    }),
    ground: Type.Array(Type.Union([metres, Type.Null()]), {
      description: 'The ground in metres above sea level; null where it is not known.',
      examples: [[2170, 2151]],
    }),
    aboveGround: Type.Array(Type.Union([metres, Type.Null()]), {
      description:
        'Altitude less ground, in metres; null where the ground is not known. As exact as the two are: some tens of metres, and it may be below zero.',
      examples: [[45, 67]],
    }),
  },
  {
    title: 'FlightTerrain',
    description: 'One entry per fix, in time order. All columns have the same length.',
  },
)
export type FlightTerrain = Static<typeof FlightTerrain>

export const FlightTerrainResult = Type.Object(
  { data: orNull(FlightTerrain, 'Null when this installation has no terrain.') },
  { title: 'FlightTerrainResult' },
)
export type FlightTerrainResult = Static<typeof FlightTerrainResult>

// A pilot's names for take-offs.
import { type Static, Type } from 'typebox'
import { MAX_TAKEOFF_NAME_LENGTH } from './lengths.ts'

const isForNearby = Type.Boolean({
  description:
    'Whether it is also the name of the pilot’s other flights that began within 500 m, and of later ones.',
  examples: [true],
})

/** In a flight's metadata. */
export const OwnTakeoff = Type.Object(
  {
    name: Type.String({ description: 'The same as flightInfo.takeoff.name.', examples: ['First'] }),
    isForNearby,
  },
  {
    title: 'OwnTakeoff',
    description: 'True when the pilot has named the take-off; absent when the name comes from the service.',
  },
)

export const TakeoffName = Type.Object(
  {
    name: Type.Unsafe<string | null>({
      type: ['string', 'null'],
      maxLength: MAX_TAKEOFF_NAME_LENGTH,
      'x-must-be': `text of up to ${MAX_TAKEOFF_NAME_LENGTH} characters, or null`,
      description: 'The name: one line of plain text. Null or empty: the service’s own again.',
      examples: ['First'],
    }),
    isForNearby: Type.Optional(isForNearby),
    isSuggested: Type.Optional(
      Type.Boolean({
        description:
          'Whether the name is suggested to the operator of the service, who sees it with the place, rounded to 100 m, and not whose it is.',
        examples: [true],
      }),
    ),
  },
  { title: 'TakeoffName', additionalProperties: false },
)
export type TakeoffName = Static<typeof TakeoffName>

export const TakeoffNamed = Type.Object(
  {
    changed: Type.Integer({ description: 'The number of changed flights.', examples: [12] }),
    isSuggested: Type.Boolean({
      description:
        'Whether the name now waits for the operator. False also when the place is in a privacy zone of the pilot, when 20 of the pilot’s suggestions are waiting, or when the operator has dismissed it.',
      examples: [true],
    }),
  },
  { title: 'TakeoffNamed' },
)
export type TakeoffNamed = Static<typeof TakeoffNamed>

export const TakeoffNamedResult = Type.Object({ data: TakeoffNamed }, { title: 'TakeoffNamedResult' })

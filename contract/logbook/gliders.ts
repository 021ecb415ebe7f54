// The pilot's own gliders: what flights are flown with, and how much each has flown.
import { type Static, Type } from 'typebox'
import { id, ID_PATTERN, idParams, listOf, moment, orNull } from '../values.ts'
import { gliderClasses } from './glider-classes.ts'
import { MAX_GLIDER_NAME_LENGTH } from './lengths.ts'

const GliderClass = Type.Enum(gliderClasses, {
  title: 'GliderClass',
  type: 'string',
  description:
    'A to D: the class of a paraglider by EN 926; CCC: a competition paraglider; tandem: a paraglider for two.',
  examples: ['B'],
})

const name = Type.String({
  minLength: 1,
  maxLength: MAX_GLIDER_NAME_LENGTH,
  'x-must-be': `text of 1 to ${MAX_GLIDER_NAME_LENGTH} characters`,
  description:
    'What the pilot calls it: make, model and size. No other glider of the pilot has the same name.',
  examples: ['Ozone Alpina 5 M'],
})
const day = Type.String({ format: 'date', examples: ['2026-03-01'] })
const INSPECTED = 'The day of the last inspection; null when none is known.'

const choices = {
  isDefault: Type.Boolean({
    description:
      'Whether new flights are flown with it, unless their file names another glider of the pilot. One glider at most is the default.',
    examples: [true],
  }),
  isRetired: Type.Boolean({
    description: 'Whether the glider is retired: it keeps its flights and is not offered for new ones.',
    examples: [false],
  }),
  inspectedOn: orNull(day, INSPECTED),
}

const flown = {
  flights: Type.Integer({ description: 'The number of flights.', examples: [41] }),
  seconds: Type.Integer({ description: 'Seconds in the air.', examples: [241_200] }),
}

export const Glider = Type.Object(
  {
    id: id('The id of the glider.'),
    name,
    class: GliderClass,
    ...choices,
    ...flown,
    sinceInspection: orNull(
      Type.Object(flown, { title: 'FlownSinceInspection' }),
      'Flights on the day of the last inspection and later; null when none is known.',
    ),
    dateCreated: moment('When it was added, UTC.'),
  },
  { title: 'Glider' },
)
export type Glider = Static<typeof Glider>

export const GliderRegistration = Type.Object(
  {
    name,
    class: GliderClass,
    isDefault: Type.Optional(choices.isDefault),
    isRetired: Type.Optional(choices.isRetired),
    inspectedOn: Type.Optional(choices.inspectedOn),
  },
  { title: 'GliderRegistration', additionalProperties: false },
)
export type GliderRegistration = Static<typeof GliderRegistration>

export const GliderChange = Type.Partial(GliderRegistration, {
  title: 'GliderChange',
  description: 'The members to change; at least one.',
  additionalProperties: false,
  minProperties: 1,
})
export type GliderChange = Static<typeof GliderChange>

export const GliderParams = idParams('The glider.')
export const GliderResult = Type.Object({ data: Glider }, { title: 'GliderResult' })
export const GliderList = listOf('GliderList', Glider, 'The default first, then by name, retired ones last.')

/** In a flight's metadata. */
export const OwnGlider = Type.Object(
  { id: Glider.properties.id, name, class: GliderClass },
  {
    title: 'OwnGlider',
    description:
      'The glider of the pilot’s own list. Absent when none was chosen. glider and gliderClass are what the file says.',
  },
)

/** In a correction of a flight. */
export const NewGliderId = Type.Unsafe<string | null>({
  type: ['string', 'null'],
  pattern: ID_PATTERN,
  'x-must-be': 'the id of one of your gliders, or null',
  description: 'The id of the glider that it was flown with. Null: none of the pilot’s list.',
  examples: [null],
})

/** Flights to be flown with a glider. */
export const GliderFlights = Type.Object(
  {
    from: Type.Optional(Type.String({ ...day, description: 'The first flight_date.' })),
    to: Type.Optional(Type.String({ ...day, description: 'The last flight_date.' })),
  },
  {
    title: 'GliderFlights',
    description: 'Days whose flights are set, both included; all when empty.',
    additionalProperties: false,
  },
)
export type GliderFlights = Static<typeof GliderFlights>

export const GliderFlightsChanged = Type.Object(
  {
    data: Type.Object(
      { changed: Type.Integer({ description: 'The number of changed flights.', examples: [41] }) },
      { title: 'GliderFlightCount' },
    ),
  },
  { title: 'GliderFlightsChanged' },
)

// Who may see a flight besides its pilot.
import { Type } from 'typebox'
import { visibilities, type Visibility as Name } from './visibility-names.ts'

export { visibilities } from './visibility-names.ts'

export type Visibility = Name
export const Visibility = Type.Enum(visibilities, {
  title: 'Visibility',
  type: 'string',
  description:
    'Who may see the flight besides its pilot: private, nobody; unlisted, anyone with its secret link; public, everyone.',
  examples: ['private'],
})

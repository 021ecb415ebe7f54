// The visibility of a flight to others than its pilot.
import { Type } from 'typebox'
import { visibilities, type Visibility as Name } from './visibility-names.ts'

export { visibilities } from './visibility-names.ts'

export type Visibility = Name
export const Visibility = Type.Enum(visibilities, {
  title: 'Visibility',
  type: 'string',
  description:
    'Who may see the flight besides its pilot: private, no one; unlisted, anyone with its secret link; public, everyone.',
  examples: ['private'],
})

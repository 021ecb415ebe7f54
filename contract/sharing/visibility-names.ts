// The values of a flight's visibility, without their schema: the dashboard loads none.

export const visibilities = ['private', 'unlisted', 'public'] as const
export type Visibility = (typeof visibilities)[number]

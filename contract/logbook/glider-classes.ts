// The classes of gliders, without the schemas: the dashboard loads none. The first six are those that leagues have factors for.

export const gliderClasses = [
  'A',
  'B',
  'C',
  'D',
  'CCC',
  'tandem',
  'miniwing',
  'hang glider',
  'rigid wing',
  'other',
] as const
export type GliderClass = (typeof gliderClasses)[number]

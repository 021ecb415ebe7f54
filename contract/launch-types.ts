// Apart from the schemas: a page that offers the choice does not load them all.

export const launchTypes = ['Self', 'Towed', 'Powered', 'Driving'] as const
export type LaunchType = (typeof launchTypes)[number]

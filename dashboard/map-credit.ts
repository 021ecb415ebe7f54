/** Whose data the built-in map is made of; it stands on each map. */
export const BUILT_IN_CREDIT = 'Natural Earth, GeoNames, © OpenStreetMap contributors'

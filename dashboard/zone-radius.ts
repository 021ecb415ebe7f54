// How large a privacy zone may be; apart from the schemas, for the page that draws it.

export const MIN_ZONE_RADIUS_M = 300
export const MAX_ZONE_RADIUS_M = 2000

// Internal to the dashboard; may change with any release.
// By itself, so that a page which reads it loads no schemas.

/** Where the ground is not known. */
export const UNKNOWN_HEIGHT = -32_768

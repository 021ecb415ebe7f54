// Internal to the dashboard; may change with any release.
// In a separate file: a page that reads it loads no schemas.

/** Where the ground is not known. */
export const UNKNOWN_HEIGHT = -32_768

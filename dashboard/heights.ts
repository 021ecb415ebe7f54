// Internal to the dashboard; may change with any release.
// In a separate file: a page that reads it loads no schemas.

/** Where the ground is not known. */
export const UNKNOWN_HEIGHT = -32_768

/** Fixes of a shared flight, and of the ground below it: enough for a sharp line on a large screen. */
export const VISITOR_FIXES = 5000

// Internal to the dashboard; may change with any release.
// POST /app/api/flights/import (always 202, { data: Import }); GET /app/api/imports; POST /app/api/imports/:id/read (204).
import type { Import } from '#contract/imports.ts'

/** Imports whose result has not been dismissed, newest first. */
export interface ImportList {
  imports: Import[]
}

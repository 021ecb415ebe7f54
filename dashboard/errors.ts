// Internal to the dashboard; may change with any release.

/** Codes of /app/api in addition to those of the public contract, with status 403: something has to be done first. */
export type DashboardErrorCode = 'confirmation_required' | 'review_required'

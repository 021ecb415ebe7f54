// The words of rankings, without their schemas.

/** Never a birthday: the band on the day of the flight. Pilots below 16 are shown by initials. */
export const ageBands = ['under-16', '16-25', '26-59', '60-plus'] as const

export const sexes = ['female', 'male'] as const
export const signatures = ['valid', 'invalid', 'unsigned', 'unknown'] as const
export const measures = ['points', 'km', 'hours', 'flights'] as const
export const quotaKinds = ['type', 'takeoff', 'country', 'class', 'day'] as const
export type QuotaKind = (typeof quotaKinds)[number]
export const groupKinds = ['pilot', 'club', 'team', 'takeoff', 'day'] as const
export const tieKeys = ['best-flight', 'fewer-flights', 'earlier-date'] as const
export type TieKey = (typeof tieKeys)[number]

/** Of an entered flight: the last decision says which. */
export const decidedStates = ['review', 'accepted', 'rejected'] as const
export type DecidedState = (typeof decidedStates)[number]

/** Findings that set an entry aside until a reviewer has looked at it. */
export const reviewTriggers = [
  'airspace',
  'invalid-signature',
  'unchecked-signature',
  'start-in-air',
  'same-track',
] as const
export type ReviewTrigger = (typeof reviewTriggers)[number]

/** Those for which the file is read again, against data that an installation may not have. */
export const fileTriggers = ['airspace', 'start-in-air'] as const satisfies ReviewTrigger[]
export type FileTrigger = (typeof fileTriggers)[number]

/** Of a season that names none: those that few flights have. */
export const defaultTriggers: readonly ReviewTrigger[] = ['invalid-signature', 'same-track']

/** Why a flight counts or does not. The first that holds, in this order, but for those after `no-group`. */
export const rankingReasons = [
  'not-entered',
  'outside-season',
  'cut-short',
  'copy',
  'not-counted',
  'private',
  'excluded',
  'hidden',
  'rejected',
  'in-review',
  'too-late',
  'not-scored',
  'no-value',
  'another-type',
  'no-glider',
  'another-class',
  'another-band',
  'another-sex',
  'another-country',
  'another-takeoff',
  'another-weekday',
  'another-launch',
  'another-signature',
  'no-newcomer',
  'below-minimum',
  'no-group',
  // Eligible ones: it counts; a quota keeps it out; better flights do; better flights or members of its group do.
  'counts',
  'quota',
  'surpassed',
  'surpassed-in-group',
] as const
export type RankingReason = (typeof rankingReasons)[number]

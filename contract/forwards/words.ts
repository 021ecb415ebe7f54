// The words of destinations and forwards, without the schemas: the dashboard loads none.

/** Services that take flights; which of them an installation offers is in the list of destinations. */
export const kindNames = [
  'webdav',
  's3',
  'email',
  'cloudstreet',
  'dhv-xc',
  'xccup',
  'leonardo',
  'skylines',
  'fittrackee',
] as const
export type KindName = (typeof kindNames)[number]

/**
 * off: takes no new flights and sends none; paused: takes new flights, which wait; needs_you: the service refuses the
 * credential, flights wait; ended: the operator, or this release, offers the kind no more.
 */
export const destinationStates = ['active', 'needs_you', 'paused', 'off', 'ended'] as const
export type DestinationState = (typeof destinationStates)[number]

/** The first two are open, the rest final until the pilot tries again. */
export const forwardStates = [
  'waiting',
  'sending',
  'delivered',
  'already_there',
  'refused',
  'expired',
  'given_up',
] as const
export type ForwardState = (typeof forwardStates)[number]

export const isDelivered = (state: ForwardState) => state === 'delivered' || state === 'already_there'
export const isOpen = (state: ForwardState) => state === 'waiting' || state === 'sending'

/** XContest takes files from pilots alone, for so many days after the flight. */
export const XCONTEST_DAYS = 14

// The names of the events. They have no schemas, so the dashboard can show them too.

export const eventNames = [
  'flight.uploaded',
  'flight.updated',
  'flight.deleted',
  'connection.ended',
  'entry.decided',
  'season.closed',
  'forward.delivered',
  'forward.failed',
] as const
export type EventName = (typeof eventNames)[number]

/** Events sent to a webhook that asks for no others: those that every receiver has always known. */
export const defaultEvents: readonly EventName[] = ['flight.uploaded', 'flight.deleted']

/** Only an application has connections. */
export const eventsOfUsers: readonly EventName[] = eventNames.filter((name) => name !== 'connection.ended')
/** Where a pilot's flights go besides is the pilot's own business. */
export const eventsOfApplications: readonly EventName[] = eventNames.filter(
  (name) => !name.startsWith('forward.'),
)

export const eventWords: Record<EventName, string> = {
  'flight.uploaded': 'A flight was uploaded',
  'flight.updated': 'A flight was corrected or scored again',
  'flight.deleted': 'A flight was deleted',
  'connection.ended': 'A pilot disconnected, or deleted the account',
  'entry.decided': 'A flight in a ranking was decided about',
  'season.closed': 'A season of your club was closed',
  'forward.delivered': 'A flight got to one of your destinations',
  'forward.failed': 'A flight was refused by one of your destinations, or given up',
}

type FlightEventName = Extract<EventName, `flight.${string}`>
export const tellsOfFlights = (name: EventName): name is FlightEventName => name.startsWith('flight.')

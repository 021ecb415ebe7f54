// Members of bodies by which others may see more of somebody, and all others: one list. An operation that a session may call
// without a fresh proof refuses the start when it takes one of the former and does not say when (`widens`), or one that is in
// neither, since nobody has decided about it.
import type { TSchema } from 'typebox'
import type { Doors } from './doors.ts'

const seenByOthers = new Set([
  'visibility',
  'defaultVisibility',
  'publicProfile',
  'handle',
  // Of clubs, their members and invitations.
  'join',
  'visible',
  'decision',
  'role',
  'isListed',
  'displayName',
  'days',
  'maxUses',
  'addresses',
  // Of seasons and rankings: their audience is in the rule.
  'terms',
  'rule',
])

const seenByNoOther = new Set(
  [
    // The account, and what signs in.
    'password currentPassword newPassword email code passkey club civlId language units clock',
    'isAgreed token',
    // Flights with their photos, gliders and places: seen by those who see the flight.
    'name title notes caption position file filename class gliderName gliderId launch_type is_tandem isCounted',
    'flight_date otherFlightId ids from to since isDefault isRetired inspectedOn latitude longitude radiusM',
    // A suggestion is seen by the operator, who decides.
    'offersTrackFiles isForNearby isSuggested',
    // Clubs and seasons: what is chosen within what is seen there, and what reviewers decide.
    'country description website clubId flights flightIds excludedFlightIds band sex team',
    'state reason text event flightId deliveryId',
  ].flatMap((names) => names.split(' ')),
)

interface Declared {
  readonly route: string
  readonly doors: Doors
  readonly schema?: { readonly body?: Body }
  readonly widens?: unknown
}

type Body = TSchema | { readonly content: object }

/** Throws at the start. */
export function requireDecided({ route, doors, schema, widens }: Declared): void {
  if (doors.dashboard !== 'session' || route.startsWith('GET ')) return
  for (const member of listMembers(schema?.body)) {
    if (seenByOthers.has(member)) {
      if (!widens)
        throw new Error(`${route} takes "${member}", by which others may see more: declare \`widens\`.`)
    } else if (!seenByNoOther.has(member))
      throw new Error(
        `Nobody has decided whether others see more by "${member}" of ${route}: fields.ts has the list.`,
      )
  }
}

/** Of every form that the body may have. */
function listMembers(body: Body | undefined): string[] {
  const { content, properties, anyOf } = (body ?? {}) as {
    content?: Record<string, { schema: TSchema }>
    properties?: object
    anyOf?: TSchema[]
  }
  const forms = content ? Object.values(content).map(({ schema }) => schema) : (anyOf ?? [])
  return [...Object.keys(properties ?? {}), ...forms.flatMap(listMembers)]
}

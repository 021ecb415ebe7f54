// The features' parts of an account: each adds to its export, and acts when it is deleted.
import { createLedgerPart } from './access/account-part.ts'
import { createSecurityLogPart } from './access/security-log/security-log.ts'
import type { AccountPart } from './accounts/account-services.ts'
import { createProfilePart } from './accounts/profile/change-profile.ts'
import { createSecondFactorPart } from './accounts/second-factor/account-part.ts'
import { createClubsPart } from './clubs/account-part.ts'
import type { ClubServices } from './clubs/club.ts'
import { createFlightsPart } from './flights/account-part.ts'
import { withForwardable } from './forwardable.ts'
import { createForwardsPart } from './forwards/account-part.ts'
import type { FlightServices } from '#server/flights/record/services.ts'
import { createKeysPart } from './keys/account-part.ts'
import { createRankingsPart } from './rankings/account-part.ts'
import { endEntries } from './rankings/participation.ts'
import { createOauthPart } from './oauth/account-part.ts'
import { createWebhookPart } from './webhooks/account-part.ts'

/** Clubs know rankings through this alone. */
export function withEntries<Given extends Pick<FlightServices, 'now'>>(
  services: Given,
): Given & Pick<ClubServices, 'endEntries'> {
  return { ...services, endEntries }
}

/** Flights come first: consents decide who is told of their deletion, and the logs of webhooks are redacted after it. */
export function listAccountParts(services: FlightServices): AccountPart[] {
  return [
    createFlightsPart(services),
    createWebhookPart(services),
    createForwardsPart(withForwardable(services)),
    createKeysPart(services),
    createOauthPart(services),
    createSecondFactorPart(services),
    createProfilePart(services),
    createClubsPart(withEntries(services)),
    createRankingsPart(services),
    createLedgerPart(services),
    createSecurityLogPart(services),
  ]
}

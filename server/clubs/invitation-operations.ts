// Invitations: made by owners and admins, accepted by pilots. The token is in the body, which no log has.
import * as contract from '#contract/clubs/clubs.ts'
import { ErrorBody } from '#contract/errors.ts'
import { noContent } from '#contract/values.ts'
import { type Operation, operation } from '#server/access/operations/operation.ts'
import { type ClubServices, managers, noSuchClub, requireClub, requireRole, toActor } from './club.ts'
import * as invitations from './invitations.ts'
import { listInvitations } from './invitations-store.ts'
import { paged, reading, tags, writing } from './schemas.ts'

const common = { 400: ErrorBody, 404: ErrorBody, 409: ErrorBody }

export function declareInvitations(services: ClubServices): Operation[] {
  return [...declareMaking(services), ...declareAccepting(services)]
}

function declareMaking(services: ClubServices): Operation[] {
  const { db, now } = services
  return [
    operation({
      route: 'GET /clubs/:id/invitations',
      doors: writing,
      schema: {
        operationId: 'listClubInvitations',
        tags,
        summary: 'List the invitations of a club that have not ended',
        description: 'For owners and admins, oldest first. The links themselves are not shown again.',
        params: contract.ClubParams,
        querystring: contract.ClubPageQuery,
        response: { 200: contract.ClubInvitationList, 400: ErrorBody, 404: ErrorBody },
      },
      noSuch: noSuchClub,
      handle: async ({ userId }, { params, query }) => {
        const seen = await requireClub(db.sql, userId, params.id)
        requireRole(seen, managers)
        return paged(query, (page) => listInvitations(db.sql, seen.club.id, now(), page))
      },
    }),
    operation({
      route: 'POST /clubs/:id/invitations',
      doors: writing,
      // Anyone with the link sees what members see.
      widens: () => true,
      schema: {
        operationId: 'createClubInvitation',
        tags,
        summary: 'Make an invitation link',
        description: 'For owners and admins. With the link a pilot joins as a member, never in another role.',
        params: contract.ClubParams,
        body: contract.NewClubInvitation,
        response: { 201: contract.CreatedClubInvitationResult, ...common },
      },
      noSuch: noSuchClub,
      handle: async (caller, request) => ({
        data: await invitations.createInvitation(
          services,
          toActor(caller, request),
          request.params.id,
          request.body,
        ),
      }),
    }),
    operation({
      route: 'POST /clubs/:id/invited-addresses',
      doors: writing,
      widens: () => true,
      schema: {
        operationId: 'inviteByEmail',
        tags,
        summary: 'Invite a list of email addresses',
        description:
          'For owners and admins who have confirmed their own address, up to 200 addresses a day. Each gets one email with a link that works once, for 14 days; a pilot is a member only after accepting it. The answer does not tell which addresses have an account.',
        params: contract.ClubParams,
        body: contract.InvitedAddresses,
        response: { 202: contract.InvitedReport, ...common },
      },
      noSuch: noSuchClub,
      handle: async (caller, request) => ({
        data: await invitations.inviteAddresses(
          services,
          toActor(caller, request),
          request.params.id,
          request.body.csv,
        ),
      }),
    }),
    operation({
      route: 'DELETE /clubs/:id/invitations/:invitationId',
      doors: writing,
      schema: {
        operationId: 'endClubInvitation',
        tags,
        summary: 'End an invitation',
        description: 'For owners and admins. Those who joined with it stay.',
        params: contract.ClubInvitationParams,
        response: { 204: noContent('Ended.'), 404: ErrorBody },
      },
      noSuch: invitations.noSuchInvitation,
      handle: (caller, request) => {
        const { id, invitationId } = request.params
        return invitations.endInvitation(services, toActor(caller, request), id, invitationId)
      },
    }),
  ]
}

function declareAccepting(services: ClubServices): Operation[] {
  return [
    operation({
      route: 'POST /clubs/invitations/offer',
      doors: reading,
      schema: {
        operationId: 'readClubInvitation',
        tags,
        summary: 'See what an invitation leads to',
        description: 'Nothing is changed, and no one is told.',
        body: contract.ClubInvitationToken,
        response: { 200: contract.ClubOffer, 400: ErrorBody, 404: ErrorBody },
      },
      handle: async ({ userId }, { body }) => ({
        data: await invitations.openInvitation(services, userId, body.token),
      }),
    }),
    operation({
      route: 'POST /clubs/invitations/accept',
      doors: writing,
      widens: () => true,
      schema: {
        operationId: 'acceptClubInvitation',
        tags,
        summary: 'Accept an invitation',
        description:
          'The user becomes a member. For a member it changes nothing, and uses up nothing of the invitation.',
        body: contract.ClubInvitationAcceptance,
        response: { 200: contract.ClubResult, ...common },
      },
      handle: async (caller, request) => ({
        data: await invitations.acceptInvitation(services, toActor(caller, request), request.body),
      }),
    }),
  ]
}

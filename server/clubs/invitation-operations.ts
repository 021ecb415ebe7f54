// Invitations: made by owners and admins, accepted by pilots. The token is in the body, which no log has.
import * as contract from '#contract/clubs/clubs.ts'
import { ErrorBody } from '#contract/errors.ts'
import { noContent } from '#contract/values.ts'
import { type Operation, operation } from '#server/access/operations/operation.ts'
import { type ClubServices, managers, toActor } from './club.ts'
import * as invitations from './invitations.ts'
import { listInvitations } from './invitations-store.ts'
import { onClub, reading, tags, writing } from './operation.ts'
import { paged } from './page.ts'

export function declareInvitations(services: ClubServices): Operation[] {
  return [...declareMaking(services), ...declareAccepting(services)]
}

function declareMaking(services: ClubServices): Operation[] {
  return [
    onClub(services, 'GET /clubs/:id/invitations', {
      doors: writing,
      roles: managers,
      operationId: 'listClubInvitations',
      summary: 'List the invitations of a club that have not ended',
      description: 'For owners and admins, oldest first. The links themselves are not shown again.',
      querystring: contract.ClubPageQuery,
      response: { 200: contract.ClubInvitationList },
      work: ({ sql, nowMs, club }, { query }) =>
        paged(query, (page) => listInvitations(sql, club.id, nowMs, page)),
    }),
    onClub(services, 'POST /clubs/:id/invitations', {
      roles: managers,
      // Anyone with the link sees what members see.
      widens: () => true,
      operationId: 'createClubInvitation',
      summary: 'Make an invitation link',
      description: 'For owners and admins. With the link a pilot joins as a member, never in another role.',
      body: contract.NewClubInvitation,
      response: { 201: contract.CreatedClubInvitationResult, 409: ErrorBody },
      work: async (held, { body }) => ({ data: await invitations.createInvitation(held, body) }),
    }),
    onClub(services, 'POST /clubs/:id/invited-addresses', {
      roles: managers,
      widens: () => true,
      operationId: 'inviteByEmail',
      summary: 'Invite a list of email addresses',
      description:
        'For owners and admins who have confirmed their own address, up to 200 addresses a day. Each gets one email with a link that works once, for 14 days; a pilot is a member only after accepting it. The answer does not tell which addresses have an account.',
      body: contract.InvitedAddresses,
      response: { 202: contract.InvitedReport, 409: ErrorBody },
      work: async (held, { body }) => ({ data: await invitations.inviteAddresses(held, body.csv) }),
    }),
    onClub(services, 'DELETE /clubs/:id/invitations/:invitationId', {
      roles: managers,
      noSuch: invitations.noSuchInvitation,
      operationId: 'endClubInvitation',
      summary: 'End an invitation',
      description: 'For owners and admins. Those who joined with it stay.',
      params: contract.ClubInvitationParams,
      response: { 204: noContent('Ended.') },
      work: (held, { params }) => invitations.endInvitation(held, params.invitationId),
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
        response: { 200: contract.ClubOffer, 404: ErrorBody },
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
        response: { 200: contract.ClubResult, 404: ErrorBody, 409: ErrorBody },
      },
      handle: (caller, request) =>
        invitations.acceptInvitation(services, toActor(caller, request), request.body),
    }),
  ]
}

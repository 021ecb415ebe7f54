// Clubs at the doors of the API and the dashboard. Roles are given in the dashboard alone: an application that could make an
// admin would outlive its own consent.
import * as contract from '#contract/clubs/clubs.ts'
import { Type } from 'typebox'
import type { FastifyRequest } from 'fastify'
import { ErrorBody } from '#contract/errors.ts'
import { noContent } from '#contract/values.ts'
import { type Operation, operation } from '#server/access/operations/operation.ts'
import { readPage } from '#server/access/operations/pages.ts'
import { notFound } from '#server/platform/errors.ts'
import { makeSquarePicture } from '#server/platform/pictures/square.ts'
import { readImage, takesPicture } from '#server/platform/pictures/square-upload.ts'
import {
  changeClub,
  changePicture,
  type ClubServices,
  createClub,
  enterClub,
  inClub,
  managers,
  noSuchClub,
  requireRole,
  toActor,
} from './club.ts'
import * as invitations from './invitations.ts'
import { listInvitations } from './invitations-store.ts'
import * as membership from './membership.ts'
import { findPerson, listMembers } from './members-store.ts'
import { onClub, reading, tags, writing } from './operation.ts'
import { findPicture, listClubs } from './store.ts'

export function declareClubs(services: ClubServices): Operation[] {
  return [
    ...declareClub(services),
    ...declareOwnMembership(services),
    ...declareMembers(services),
    ...declareRoles(services),
    ...declareInvitations(services),
    ...declareAccepting(services),
  ]
}

const byId = ({ id }: { id: string }) => id

function declareClub(services: ClubServices): Operation[] {
  const { sql } = services.db
  return [
    operation({
      route: 'GET /clubs',
      doors: reading,
      schema: {
        operationId: 'listClubs',
        tags,
        summary: 'Find clubs, or list those of the user',
        description: 'Searches by name. Without mine, it returns clubs that every user may see.',
        querystring: contract.ClubListQuery,
        response: { 200: contract.ClubList },
      },
      handle: ({ userId }, { query }) => readPage(query, byId, (page) => listClubs(sql, userId, query, page)),
    }),
    operation({
      route: 'POST /clubs',
      doors: writing,
      widens: ({ body }) => body.visible === 'public' || body.join === 'open',
      schema: {
        operationId: 'createClub',
        tags,
        summary: 'Create a club',
        description: 'The user becomes its owner. An account creates up to 5 clubs within a day.',
        body: contract.ClubRegistration,
        response: { 201: contract.ClubResult, 409: ErrorBody },
      },
      handle: async (caller, request) => ({
        data: await createClub(services, toActor(caller, request), request.body),
      }),
    }),
    onClub(services, 'GET /clubs/:id/picture', {
      doors: { dashboard: 'session' },
      querystring: Type.Object({ of: Type.Optional(Type.String({ maxLength: 20 })) }),
      work: async ({ sql, club }, { query }, _caller, reply) => {
        const bytes = await findPicture(sql, club.id)
        if (!bytes) throw notFound('This club has no picture.')
        // By the browser alone: a club may be hidden tomorrow.
        if (query.of) reply.header('cache-control', 'private, max-age=31536000, immutable')
        return reply.type('image/webp').send(Buffer.from(bytes))
      },
    }),
    operation({
      route: 'PUT /clubs/:id/picture',
      doors: { dashboard: 'session' },
      noSuch: noSuchClub,
      schema: { params: contract.ClubParams, response: { 200: contract.ClubResult } },
      ...takesPicture,
      handle: async (caller, request) => {
        const actor = toActor(caller, request as FastifyRequest)
        const { id } = request.params
        // Before a picture is converted, which takes no turn from the club's other changes.
        await enterClub(services, sql, actor, id, { roles: managers })
        const { bytes } = await makeSquarePicture(caller.userId, readImage(request))
        return inClub(services, actor, id, (held) => changePicture(held, bytes), { roles: managers })
      },
    }),
    onClub(services, 'DELETE /clubs/:id/picture', {
      doors: { dashboard: 'session' },
      roles: managers,
      response: { 200: contract.ClubResult },
      work: (held) => changePicture(held, null),
    }),
    onClub(services, 'GET /clubs/:id', {
      operationId: 'getClub',
      summary: 'Read a club',
      description: 'One that only its members see is 404 to everyone else.',
      response: { 200: contract.ClubResult },
      work: async ({ club }) => ({ data: club }),
    }),
    onClub(services, 'PATCH /clubs/:id', {
      roles: managers,
      widens: ({ body }) => body.visible === 'public' || body.join === 'open',
      operationId: 'changeClub',
      summary: 'Change a club',
      description:
        'For owners and admins. When a club becomes public, the members it has stay unlisted until each chooses otherwise; when it is seen by members alone, open requests end.',
      body: contract.ClubChange,
      response: { 200: contract.ClubResult },
      work: (held, { body }) => changeClub(held, body),
    }),
  ]
}

function declareOwnMembership(services: ClubServices): Operation[] {
  const response = { 200: contract.ClubResult, 409: ErrorBody }
  return [
    onClub(services, 'PUT /clubs/:id/membership', {
      // Its members see the pilot's name from then on.
      widens: () => true,
      operationId: 'joinClub',
      summary: 'Join a club, or ask to join it',
      description:
        'An open club is joined at once: membership is there in the answer. One that decides is asked: isRequested is true. The pilot is told by email, with a link that ends the membership again.',
      body: contract.ClubJoin,
      response,
      work: (held, { body }) => membership.joinClub(held, body),
    }),
    onClub(services, 'PATCH /clubs/:id/membership', {
      widens: ({ body }) => body.isListed === true || (body.displayName ?? 'initial') !== 'initial',
      operationId: 'changeClubMembership',
      summary: 'Choose the name that a club shows',
      description:
        'What is left out stays as it is. When others see more of the name, the pilot is told by email, with a link that undoes it.',
      body: contract.MembershipChange,
      response,
      work: (held, { body }) => membership.changeMembership(held, body),
    }),
    onClub(services, 'DELETE /clubs/:id/membership', {
      operationId: 'leaveClub',
      summary: 'Leave a club, or withdraw a request',
      description:
        'The entries of the pilot in seasons of the club that are open end. The last owner hands the club over first: until then the answer is 409.',
      querystring: contract.LeaveClubQuery,
      response: { 204: noContent('Left.'), 409: ErrorBody },
      work: (held, { query }) => membership.leaveClub(held, query.withdrawn),
    }),
  ]
}

function declareMembers(services: ClubServices): Operation[] {
  const { sql } = services.db
  return [
    onClub(services, 'GET /clubs/:id/members', {
      operationId: 'listClubMembers',
      summary: 'List the members of a club',
      description:
        'In the order in which they joined, named as each has chosen. Users outside the club see those who are listed.',
      querystring: contract.ClubMembersQuery,
      response: { 200: contract.ClubMemberList },
      work: (seen, { query }) => {
        if (query.state !== undefined && query.state !== 'member') requireRole(seen, managers)
        return readPage(query, byId, (page) => listMembers(sql, seen, query, page))
      },
    }),
    onClub(services, 'DELETE /clubs/:id/members/:memberId', {
      roles: managers,
      noSuch: membership.noSuchMember,
      operationId: 'removeClubMember',
      summary: 'Remove a member, decline a request, or undo a removal',
      description:
        'For owners, and for admins where the member is neither owner nor admin. The entries of the pilot in seasons of the club that are open end. The pilot stays removed until an owner takes it back, by the id that the removal has in the list, or invites the pilot by email. A pilot who was declined may ask again.',
      params: contract.ClubMemberParams,
      response: { 204: noContent('Removed.'), 409: ErrorBody },
      work: (held, { params }) => membership.removePerson(held, params.memberId),
    }),
    onClub(services, 'PUT /clubs/:id/members/:memberId', {
      roles: managers,
      noSuch: membership.noSuchRequest,
      // The pilot sees what members see.
      widens: () => true,
      operationId: 'approveClubRequest',
      summary: 'Approve a request',
      description: 'Only owners and admins can approve. The pilot becomes a member.',
      params: contract.ClubMemberParams,
      response: { 204: noContent('Approved.'), 409: ErrorBody },
      findUser: async (id, memberId) => (await findPerson(sql, id, memberId))?.userId,
      work: (held, { params }) => membership.approveRequest(held, params.memberId),
    }),
  ]
}

/** For a user who has proved it just now, in the dashboard. */
function declareRoles(services: ClubServices): Operation[] {
  const doors = { dashboard: 'recent' } as const
  return [
    onClub(services, 'PATCH /clubs/:id/members/:memberId', {
      doors,
      roles: managers,
      noSuch: membership.noSuchMember,
      params: contract.ClubMemberParams,
      body: contract.ClubRoleChange,
      work: (held, { params, body }) => membership.changeRole(held, params.memberId, body.role),
    }),
    onClub(services, 'POST /clubs/:id/owner', {
      doors,
      roles: ['owner'],
      body: contract.ClubHandOver,
      response: { 200: contract.ClubResult },
      work: (held, { body }) => membership.handOver(held, body.memberId),
    }),
  ]
}

/** Made by owners and admins. */
function declareInvitations(services: ClubServices): Operation[] {
  return [
    onClub(services, 'GET /clubs/:id/invitations', {
      doors: writing,
      roles: managers,
      operationId: 'listClubInvitations',
      summary: 'List the open invitations of a club',
      description: 'Owners and admins see them, oldest first. The links themselves are not shown again.',
      querystring: contract.ClubPageQuery,
      response: { 200: contract.ClubInvitationList },
      work: ({ sql, nowMs, club }, { query }) =>
        readPage(query, byId, (page) => listInvitations(sql, club.id, nowMs, page)),
    }),
    onClub(services, 'POST /clubs/:id/invitations', {
      roles: managers,
      // Anyone with the link sees what members see.
      widens: () => true,
      operationId: 'createClubInvitation',
      summary: 'Create an invitation link',
      description:
        'For owners and admins. With the link a pilot joins as a member, never in another role. It ends when its maker is no longer owner or admin.',
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
        'For owners and admins who have confirmed their own address, up to 200 addresses a day, and 20 in the first week of a club. Each gets one email with a link that works once, for 14 days, and that names the address of the inviter; a pilot is a member only after accepting it. A club invites an address once in 14 days, and no address gets more than three such emails a day, whatever clubs send them. The answer tells neither which addresses have an account nor what other clubs have sent.',
      body: contract.InvitedAddresses,
      response: { 202: contract.InvitedReport, 409: ErrorBody },
      work: async (held, { body }) => ({ data: await invitations.inviteAddresses(held, body.addresses) }),
    }),
    onClub(services, 'DELETE /clubs/:id/invitations/:invitationId', {
      roles: managers,
      noSuch: invitations.noSuchInvitation,
      operationId: 'endClubInvitation',
      summary: 'End an invitation',
      description: 'Only owners and admins can end it. Members who joined with it stay.',
      params: contract.ClubInvitationParams,
      response: { 204: noContent('Ended.') },
      work: (held, { params }) => invitations.endInvitation(held, params.invitationId),
    }),
  ]
}

/** The token is in the body, which no log has. */
function declareAccepting(services: ClubServices): Operation[] {
  return [
    operation({
      route: 'POST /clubs/invitations/offer',
      doors: reading,
      schema: {
        operationId: 'readClubInvitation',
        tags,
        summary: 'Get the club behind an invitation',
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

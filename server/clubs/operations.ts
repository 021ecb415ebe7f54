// Clubs at the doors of the API and the dashboard. Roles are given in the dashboard alone: an application that could make an
// admin would outlive its own consent.
import * as contract from '#contract/clubs/clubs.ts'
import { ErrorBody } from '#contract/errors.ts'
import { noContent } from '#contract/values.ts'
import { type Operation, operation } from '#server/access/operations/operation.ts'
import {
  changeClub,
  type ClubServices,
  createClub,
  managers,
  noSuchClub,
  requireClub,
  requireRole,
  toActor,
} from './club.ts'
import { declareInvitations } from './invitation-operations.ts'
import * as membership from './membership.ts'
import { listMembers, listRequests } from './members-store.ts'
import { paged, reading, tags, writing } from './schemas.ts'
import { listClubs } from './store.ts'

const common = { 400: ErrorBody, 404: ErrorBody }

export function declareClubs(services: ClubServices): Operation[] {
  return [
    ...declareClub(services),
    ...declareOwnMembership(services),
    ...declareMembers(services),
    ...declareInvitations(services),
  ]
}

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
        description: 'By name. Without mine, clubs that every user may see.',
        querystring: contract.ClubListQuery,
        response: { 200: contract.ClubList, 400: ErrorBody },
      },
      handle: ({ userId }, { query }) => paged(query, (page) => listClubs(sql, userId, query, page)),
    }),
    operation({
      route: 'POST /clubs',
      doors: writing,
      schema: {
        operationId: 'createClub',
        tags,
        summary: 'Create a club',
        description: 'The user becomes its owner. An account creates up to 5 clubs within a day.',
        body: contract.ClubRegistration,
        response: { 201: contract.ClubResult, 400: ErrorBody, 409: ErrorBody },
      },
      handle: async (caller, request) => ({
        data: await createClub(services, toActor(caller, request), request.body),
      }),
    }),
    operation({
      route: 'GET /clubs/:id',
      doors: reading,
      schema: {
        operationId: 'getClub',
        tags,
        summary: 'Read a club',
        description: 'One that only its members see is 404 to everyone else.',
        params: contract.ClubParams,
        response: { 200: contract.ClubResult, 404: ErrorBody },
      },
      noSuch: noSuchClub,
      handle: async ({ userId }, { params }) => ({ data: (await requireClub(sql, userId, params.id)).club }),
    }),
    operation({
      route: 'PATCH /clubs/:id',
      doors: writing,
      widens: ({ body }) => body.visible === 'public',
      schema: {
        operationId: 'changeClub',
        tags,
        summary: 'Change a club',
        description:
          'For owners and admins. When a club becomes public, the members it has stay unlisted until each chooses otherwise.',
        params: contract.ClubParams,
        body: contract.ClubChange,
        response: { 200: contract.ClubResult, ...common },
      },
      noSuch: noSuchClub,
      handle: async (caller, request) => ({
        data: await changeClub(services, toActor(caller, request), request.params.id, request.body),
      }),
    }),
  ]
}

function declareOwnMembership(services: ClubServices): Operation[] {
  return [
    operation({
      route: 'PUT /clubs/:id/membership',
      doors: writing,
      // Its members see the pilot's name from then on.
      widens: () => true,
      schema: {
        operationId: 'joinClub',
        tags,
        summary: 'Join a club, or ask to join it',
        description:
          'An open club is joined at once: membership is there in the answer. One that decides is asked: isRequested is true. The pilot is told by email, with a link that ends the membership again.',
        params: contract.ClubParams,
        body: contract.ClubJoin,
        response: { 200: contract.ClubResult, ...common, 409: ErrorBody },
      },
      noSuch: noSuchClub,
      handle: async (caller, request) => ({
        data: await membership.joinClub(services, toActor(caller, request), request.params.id, request.body),
      }),
    }),
    operation({
      route: 'PATCH /clubs/:id/membership',
      doors: writing,
      widens: ({ body }) => body.isListed === true || body.shownAs === 'full',
      schema: {
        operationId: 'changeClubMembership',
        tags,
        summary: 'Choose the name that a club shows, and the main club',
        params: contract.ClubParams,
        body: contract.MembershipChange,
        response: { 200: contract.ClubResult, ...common, 409: ErrorBody },
      },
      noSuch: noSuchClub,
      handle: async (caller, request) => ({
        data: await membership.changeMembership(
          services,
          toActor(caller, request),
          request.params.id,
          request.body,
        ),
      }),
    }),
    operation({
      route: 'DELETE /clubs/:id/membership',
      doors: writing,
      schema: {
        operationId: 'leaveClub',
        tags,
        summary: 'Leave a club, or withdraw a request',
        description:
          'The time as a member stays in the history of the club. The last owner hands the club over first: until then the answer is 409.',
        params: contract.ClubParams,
        response: { 204: noContent('Left.'), 404: ErrorBody, 409: ErrorBody },
      },
      noSuch: noSuchClub,
      handle: (caller, request) =>
        membership.leaveClub(services, toActor(caller, request), request.params.id),
    }),
  ]
}

function declareMembers(services: ClubServices): Operation[] {
  const { sql } = services.db
  return [
    operation({
      route: 'GET /clubs/:id/members',
      doors: reading,
      schema: {
        operationId: 'listClubMembers',
        tags,
        summary: 'List the members of a club',
        description:
          'In the order in which they joined, named as each has chosen. Users outside the club see those who are listed.',
        params: contract.ClubParams,
        querystring: contract.ClubPageQuery,
        response: { 200: contract.ClubMemberList, ...common },
      },
      noSuch: noSuchClub,
      handle: async ({ userId }, { params, query }) => {
        const { club, role } = await requireClub(sql, userId, params.id)
        const isForAll = role === undefined
        return paged(query, (page) => listMembers(sql, userId, club.id, { ...page, isForAll }))
      },
    }),
    operation({
      route: 'DELETE /clubs/:id/members/:memberId',
      doors: writing,
      schema: {
        operationId: 'removeClubMember',
        tags,
        summary: 'Remove a member',
        description: 'For owners, and for admins where the member is neither owner nor admin.',
        params: contract.ClubMemberParams,
        response: { 204: noContent('Removed.'), 404: ErrorBody, 409: ErrorBody },
      },
      noSuch: membership.noSuchMember,
      handle: (caller, request) => {
        const { id, memberId } = request.params
        return membership.removeMember(services, toActor(caller, request), id, memberId)
      },
    }),
    operation({
      route: 'GET /clubs/:id/requests',
      doors: reading,
      schema: {
        operationId: 'listClubRequests',
        tags,
        summary: 'List the pilots who ask to join',
        description: 'For owners and admins, oldest first.',
        params: contract.ClubParams,
        querystring: contract.ClubPageQuery,
        response: { 200: contract.ClubRequestList, ...common },
      },
      noSuch: noSuchClub,
      handle: async ({ userId }, { params, query }) => {
        const seen = await requireClub(sql, userId, params.id)
        requireRole(seen, managers)
        return paged(query, (page) => listRequests(sql, seen.club.id, page))
      },
    }),
    operation({
      route: 'POST /clubs/:id/requests/:requestId',
      doors: writing,
      schema: {
        operationId: 'decideClubRequest',
        tags,
        summary: 'Approve or decline a request',
        description: 'For owners and admins. A pilot who was declined may ask again.',
        params: contract.ClubRequestParams,
        body: contract.ClubDecision,
        response: { 204: noContent('Decided.'), ...common, 409: ErrorBody },
      },
      noSuch: membership.noSuchRequest,
      handle: (caller, request) => {
        const { id, requestId } = request.params
        return membership.decideRequest(services, toActor(caller, request), id, requestId, request.body)
      },
    }),
    ...declareRoles(services),
  ]
}

/** For a user who has proved it just now, in the dashboard. */
function declareRoles(services: ClubServices): Operation[] {
  const doors = { dashboard: 'recent' } as const
  return [
    operation({
      route: 'PATCH /clubs/:id/members/:memberId',
      doors,
      schema: { params: contract.ClubMemberParams, body: contract.ClubRoleChange },
      noSuch: membership.noSuchMember,
      handle: (caller, request) => {
        const { id, memberId } = request.params
        const { role } = request.body
        return membership.changeRole(services, toActor(caller, request), id, { memberId, role })
      },
    }),
    operation({
      route: 'POST /clubs/:id/owner',
      doors,
      schema: { params: contract.ClubParams, body: contract.ClubHandOver },
      noSuch: noSuchClub,
      handle: async (caller, request) => ({
        data: await membership.handOver(
          services,
          toActor(caller, request),
          request.params.id,
          request.body.memberId,
        ),
      }),
    }),
  ]
}

// Seasons and rankings at the doors of the API and the dashboard, for those who manage them.
import { type TSchema, Type } from 'typebox'
import { Check, Errors } from 'typebox/value'
import * as contract from '#contract/clubs/api.ts'
import { ErrorBody } from '#contract/errors.ts'
import { reviewTriggers } from '#contract/clubs/words.ts'
import { noContent, oneOf } from '#contract/values.ts'
import { type Operation, operation } from '#server/access/operations/operation.ts'
import * as managing from './managing.ts'
import { noSuchRanking, noSuchSeason } from './problems.ts'
import { requireManager, requireOwner, requireRanking, requireSeason, showSeason } from './season.ts'
import type { RankingServices } from './sources.ts'

const tags = ['Rankings']
const doors = { api: 'clubs:manage', dashboard: 'session' } as const
const refusals = { 400: ErrorBody, 403: ErrorBody, 404: ErrorBody, 409: ErrorBody }
const always = () => true
/** The body is not checked yet. */
const mayPublish = ({ body }: { body: unknown }) =>
  (body as { rule?: { audience?: unknown } } | null)?.rule?.audience !== 'members'

/** A body is checked by the feature, which tells all of its mistakes at once. */
const toldAtOnce = {
  validatorCompiler: ({ schema, httpPart }: { schema: unknown; httpPart?: string }) =>
    httpPart === 'body' ? () => true : checkAlone(schema as TSchema),
}

const checkAlone = (schema: TSchema) => (value: unknown) =>
  Check(schema, value) || { error: [...Errors(schema, value)] as never }

export const declareManagement = (services: RankingServices): Operation[] => [
  ...declareSeasons(services),
  ...declareEnds(services),
  ...declareRankings(services),
]

async function manageSeason(services: RankingServices, userId: string, id: string) {
  const seen = await requireSeason(services, userId, id)
  requireManager(seen)
  return seen.season
}

async function manageRanking(services: RankingServices, userId: string, id: string) {
  const seen = await requireRanking(services, userId, id)
  requireManager(seen)
  return seen
}

async function showAgain(services: RankingServices, userId: string, id: string) {
  return { data: await showSeason(services, userId, await requireSeason(services, userId, id)) }
}

function declareSeasons(services: RankingServices): Operation[] {
  return [
    operation({
      route: 'POST /seasons',
      doors,
      widens: always,
      schema: {
        operationId: 'createSeason',
        tags,
        summary: 'Create a season of a club',
        description: 'A club has 40 at most. Its days are within ten years of today, and 400 at most.',
        body: contract.SeasonDefinition,
        response: { 201: contract.SeasonResult, 400: ErrorBody, 403: ErrorBody, 409: ErrorBody },
      },
      handle: async ({ userId }, { body }) =>
        showAgain(services, userId, await managing.createSeason(services, userId, body)),
    }),
    operation({
      route: 'PATCH /seasons/:id',
      doors,
      widens: always,
      noSuch: noSuchSeason,
      schema: {
        operationId: 'changeSeason',
        tags,
        summary: 'Change the name, the days or the terms of a season',
        params: contract.SeasonParams,
        body: contract.SeasonChange,
        response: { 200: contract.SeasonResult, ...refusals },
      },
      handle: async ({ userId }, { params, body }) => {
        const season = await manageSeason(services, userId, params.id)
        await managing.changeSeason(services, season, body)
        return showAgain(services, userId, params.id)
      },
    }),
    operation({
      route: 'GET /season-findings',
      doors: { dashboard: 'session' },
      schema: { response: { 200: Type.Object({ data: Type.Array(oneOf(reviewTriggers, 'A finding.')) }) } },
      handle: async () => ({ data: await managing.listFindable(services) }),
    }),
  ]
}

function declareEnds(services: RankingServices): Operation[] {
  return [
    operation({
      route: 'POST /seasons/:id/close',
      doors,
      noSuch: noSuchSeason,
      schema: {
        operationId: 'closeSeason',
        tags,
        summary: 'Close a season',
        description:
          'Its places are final: no flight, entry, rule or decision changes them any more. What is private, deleted or withdrawn later goes from them, and place and sum stay.',
        params: contract.SeasonParams,
        response: { 200: contract.SeasonResult, ...refusals },
      },
      handle: async ({ userId }, { params }) => {
        await managing.closeSeason(services, await manageSeason(services, userId, params.id))
        return showAgain(services, userId, params.id)
      },
    }),
    operation({
      route: 'POST /seasons/:id/reopen',
      doors,
      widens: always,
      noSuch: noSuchSeason,
      schema: {
        operationId: 'reopenSeason',
        tags,
        summary: 'Reopen a closed season',
        description: 'By an owner. Its documents go, and everyone who has entered is told by email.',
        params: contract.SeasonParams,
        response: { 200: contract.SeasonResult, ...refusals },
      },
      handle: async ({ userId }, { params }) => {
        requireOwner(await requireSeason(services, userId, params.id))
        await managing.reopenSeason(services, params.id)
        return showAgain(services, userId, params.id)
      },
    }),
    operation({
      route: 'DELETE /seasons/:id',
      doors,
      widens: always,
      noSuch: noSuchSeason,
      schema: {
        operationId: 'deleteSeason',
        tags,
        summary: 'Delete a season with its rankings',
        description: 'Everyone who has entered is told by email.',
        params: contract.SeasonParams,
        response: { 204: noContent('The season is gone.'), ...refusals },
      },
      handle: async ({ userId }, { params }) =>
        managing.removeSeason(services, (await manageSeason(services, userId, params.id)).id),
    }),
  ]
}

function declareRankings(services: RankingServices): Operation[] {
  return [
    operation({
      route: 'POST /seasons/:id/rankings',
      doors,
      widens: mayPublish,
      noSuch: noSuchSeason,
      options: toldAtOnce,
      schema: {
        operationId: 'createRanking',
        tags,
        summary: 'Add a ranking to a season',
        description: 'A season has 30 at most. A rule with several mistakes is told each of them.',
        params: contract.SeasonParams,
        body: contract.RankingDefinition,
        response: { 201: contract.RankingResult, ...refusals },
      },
      handle: async ({ userId }, { params, body }) => {
        const season = await manageSeason(services, userId, params.id)
        return { data: await managing.putRanking(services, season, body) }
      },
    }),
    operation({
      route: 'PATCH /rankings/:id',
      doors,
      widens: mayPublish,
      noSuch: noSuchRanking,
      options: toldAtOnce,
      schema: {
        operationId: 'changeRanking',
        tags,
        summary: 'Change the name or the rule of a ranking',
        params: contract.RankingParams,
        body: contract.RankingChange,
        response: { 200: contract.RankingResult, ...refusals },
      },
      handle: async ({ userId }, { params, body }) => {
        const { season, ranking } = await manageRanking(services, userId, params.id)
        return { data: await managing.putRanking(services, season, body, ranking) }
      },
    }),
    operation({
      route: 'DELETE /rankings/:id',
      doors,
      widens: always,
      noSuch: noSuchRanking,
      schema: {
        operationId: 'deleteRanking',
        tags,
        summary: 'Delete a ranking',
        description: 'Everyone who has entered the season is told by email.',
        params: contract.RankingParams,
        response: { 204: noContent('The ranking is gone.'), ...refusals },
      },
      handle: async ({ userId }, { params }) =>
        managing.removeRanking(services, (await manageRanking(services, userId, params.id)).ranking),
    }),
  ]
}

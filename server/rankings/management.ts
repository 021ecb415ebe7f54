// Seasons and rankings at the doors of the API and the dashboard, for those who manage them.
import { Type } from 'typebox'
import * as contract from '#contract/clubs/api.ts'
import { ErrorBody } from '#contract/errors.ts'
import { reviewTriggers } from '#contract/clubs/words.ts'
import { oneOf } from '#contract/values.ts'
import { type Operation, operation } from '#server/access/operations/operation.ts'
import * as seasons from './season.ts'
import type { RankingServices } from './sources.ts'

export const tags = ['Rankings']
export const writing = { api: 'clubs:manage', dashboard: 'session' } as const
export const refusals = { 400: ErrorBody, 403: ErrorBody, 404: ErrorBody }

export function declareManagement(services: RankingServices): Operation[] {
  const manage = async (userId: string, id: string) => {
    const seen = await seasons.requireSeason(services, userId, id)
    seasons.requireManager(seen)
    return seen
  }
  return [
    operation({
      route: 'POST /seasons',
      doors: writing,
      widens: () => true,
      schema: {
        operationId: 'createSeason',
        tags,
        summary: 'Create a season of a club',
        body: contract.SeasonDefinition,
        response: { 201: contract.SeasonResult, 400: ErrorBody, 403: ErrorBody },
      },
      handle: async ({ userId }, { body }) => {
        const id = await seasons.createSeason(services, userId, body)
        const seen = await seasons.requireSeason(services, userId, id)
        return { data: await seasons.showSeason(services, userId, seen) }
      },
    }),
    operation({
      route: 'GET /season-findings',
      doors: { dashboard: 'session' },
      schema: { response: { 200: Type.Object({ data: Type.Array(oneOf(reviewTriggers, 'A finding.')) }) } },
      handle: async () => ({ data: await seasons.listFindable(services) }),
    }),
    operation({
      route: 'POST /seasons/:id/close',
      doors: writing,
      noSuch: seasons.noSuchSeason,
      schema: {
        operationId: 'closeSeason',
        tags,
        summary: 'Close a season',
        description:
          'Keeps the proof of each ranking. A later change makes the next one, which says what has changed.',
        params: contract.SeasonParams,
        response: { 200: contract.SeasonResult, ...refusals },
      },
      handle: async ({ userId }, { params }) => {
        await seasons.closeSeason(services, (await manage(userId, params.id)).season)
        return { data: await seasons.showSeason(services, userId, await manage(userId, params.id)) }
      },
    }),
    operation({
      route: 'POST /seasons/:id/rankings',
      doors: writing,
      widens: ({ body }) => body.rule.audience !== 'members',
      noSuch: seasons.noSuchSeason,
      schema: {
        operationId: 'createRanking',
        tags,
        summary: 'Add a ranking to a season',
        description: 'A rule with several mistakes is told each of them.',
        params: contract.SeasonParams,
        body: contract.RankingDefinition,
        response: { 201: contract.RankingResult, ...refusals },
      },
      handle: async ({ userId }, { params, body }) => {
        const { season } = await manage(userId, params.id)
        return { data: await seasons.putRanking(services, season, body) }
      },
    }),
    operation({
      route: 'PUT /rankings/:id',
      doors: writing,
      widens: ({ body }) => body.rule.audience !== 'members',
      noSuch: seasons.noSuchRanking,
      schema: {
        operationId: 'changeRanking',
        tags,
        summary: 'Change the rule of a ranking',
        description: 'The rule is its next version, and everyone is ranked again.',
        params: contract.RankingParams,
        body: contract.RankingDefinition,
        response: { 200: contract.RankingResult, ...refusals },
      },
      handle: async ({ userId }, { params, body }) => {
        const seen = await seasons.requireRanking(services, userId, params.id)
        seasons.requireManager(seen)
        return { data: await seasons.putRanking(services, seen.season, body, seen.ranking.id) }
      },
    }),
  ]
}

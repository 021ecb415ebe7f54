// Seasons and rankings at the doors of the API and the dashboard, for those who manage them.
import { type TSchema, Type } from 'typebox'
import { Check, Errors } from 'typebox/value'
import * as contract from '#contract/clubs/api.ts'
import { ErrorBody } from '#contract/errors.ts'
import { reviewTriggers } from '#contract/clubs/words.ts'
import { noContent, oneOf } from '#contract/values.ts'
import { type Operation, operation } from '#server/access/operations/operation.ts'
import { AskedPreview, PreviewResult } from '#dashboard/sharing.ts'
import * as managing from './managing.ts'
import { previewRule } from './reading/preview.ts'
import { onRanking, onSeason, requireManager, requireOwner, showAgain, tags, writing } from './season.ts'
import type { RankingServices } from './sources.ts'

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

const ofSeason = { 200: contract.SeasonResult, 409: ErrorBody }

export const declareManagement = (services: RankingServices): Operation[] => [
  ...declareSeasons(services),
  ...declareEnds(services),
  ...declareRankings(services),
]

function declareSeasons(services: RankingServices): Operation[] {
  return [
    operation({
      route: 'POST /seasons',
      doors: writing,
      widens: always,
      schema: {
        operationId: 'createSeason',
        tags,
        summary: 'Create a season of a club',
        description:
          'A club has at most 40 seasons. A season lasts at most 400 days, within ten years of today.',
        body: contract.SeasonDefinition,
        response: { 201: contract.SeasonResult, 409: ErrorBody },
      },
      handle: async (caller, { body }) =>
        showAgain(services, caller.userId, await managing.createSeason(services, caller.userId, body)),
    }),
    onSeason(services, 'PATCH /seasons/:id', {
      by: requireManager,
      widens: always,
      operationId: 'changeSeason',
      summary: 'Change the name, the days or the terms of a season',
      description: 'Omitted members stay as they are. Places are recomputed the next time they are read.',
      body: contract.SeasonChange,
      response: ofSeason,
      work: async ({ season }, { body }, caller) => {
        await managing.changeSeason(services, season, body)
        return showAgain(services, caller.userId, season.id)
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
    onSeason(services, 'POST /seasons/:id/close', {
      by: requireManager,
      operationId: 'closeSeason',
      summary: 'Close a season',
      description:
        'Its places are final: no flight, entry, rule or decision changes them any more. What is private, deleted or withdrawn later goes from them, and place and sum stay.',
      response: ofSeason,
      work: async ({ season }, _asked, caller) => {
        await managing.closeSeason(services, season)
        return showAgain(services, caller.userId, season.id)
      },
    }),
    onSeason(services, 'POST /seasons/:id/reopen', {
      by: requireOwner,
      widens: always,
      operationId: 'reopenSeason',
      summary: 'Reopen a closed season',
      description:
        'Only an owner can reopen a season. Its documents are removed, and everyone who has entered is told by email.',
      response: ofSeason,
      work: async ({ season }, _asked, caller) => {
        await managing.reopenSeason(services, season.id)
        return showAgain(services, caller.userId, season.id)
      },
    }),
    onSeason(services, 'DELETE /seasons/:id', {
      by: requireManager,
      widens: always,
      operationId: 'deleteSeason',
      summary: 'Delete a season with its rankings',
      description: 'Everyone who has entered is told by email.',
      response: { 204: noContent('The season is gone.') },
      work: ({ season }) => managing.removeSeason(services, season.id),
    }),
  ]
}

function declareRankings(services: RankingServices): Operation[] {
  return [
    onSeason(services, 'POST /seasons/:id/rankings', {
      by: requireManager,
      widens: mayPublish,
      options: toldAtOnce,
      operationId: 'createRanking',
      summary: 'Add a ranking to a season',
      description:
        'A season has 30 at most. A rule with several mistakes is refused with a sentence that names each.',
      body: contract.RankingDefinition,
      response: { 201: contract.RankingResult, 409: ErrorBody },
      work: async ({ season }, { body }) => ({ data: await managing.putRanking(services, season, body) }),
    }),
    onSeason(services, 'POST /seasons/:id/preview', {
      doors: { dashboard: 'session' },
      by: requireManager,
      // Nothing is stored, and nobody else sees it.
      widens: () => false,
      options: toldAtOnce,
      body: AskedPreview,
      response: { 200: PreviewResult },
      work: async (seen, { body }, { userId }) => ({
        data: await previewRule(services, userId, seen, body?.rule),
      }),
    }),
    onRanking(services, 'PATCH /rankings/:id', {
      by: requireManager,
      widens: mayPublish,
      options: toldAtOnce,
      operationId: 'changeRanking',
      summary: 'Change the name or the rule of a ranking',
      description:
        'What is left out stays as it is; a rule is given whole. Places are computed anew when they are read next.',
      body: contract.RankingChange,
      response: { 200: contract.RankingResult, 409: ErrorBody },
      work: async ({ season, ranking }, { body }) => ({
        data: await managing.putRanking(services, season, body, ranking),
      }),
    }),
    onRanking(services, 'DELETE /rankings/:id', {
      by: requireManager,
      widens: always,
      operationId: 'deleteRanking',
      summary: 'Delete a ranking',
      description: 'Everyone who has entered the season is told by email.',
      response: { 204: noContent('The ranking is gone.'), 409: ErrorBody },
      work: ({ ranking }) => managing.removeRanking(services, ranking),
    }),
  ]
}

// Every background job of the service, without exception, and commands that run for long.
import { listArchiveJobs } from '#server/archive/schedule.ts'
import { listAccountJobs } from '#server/accounts/jobs.ts'
import { listFlightJobs } from '#server/flights/jobs.ts'
import { checkRankable, openRankableChecks } from '#server/flights/airspace/for-rankings.ts'
import { nameScoreVersions, scoreRankable } from '#server/flights/leagues/for-rankings.ts'
import type { LeagueServices } from '#server/flights/leagues/scores.ts'
import { listOauthJobs } from '#server/oauth/jobs.ts'
import { findNames } from '#server/flights/record/store.ts'
import { changing } from '#server/flights/record/update.ts'
import { rescoring } from '#server/flights/rescore/rescore.ts'
import { listCheckJobs } from '#server/operator/integrity/job.ts'
import type { Job } from '#server/platform/background/jobs.ts'
import type { Work } from '#server/platform/background/figures.ts'
import { listMailJobs } from '#server/platform/mail/sending.ts'
import { listShapes } from '#server/flights/tracks/shapes-store.ts'
import { createSharedReader } from '#server/flights/sharing/shared-flight.ts'
import { listOwnFlights, listPublicFlights, listRankable } from '#server/flights/read/for-others.ts'
import { listRankingJobs } from '#server/rankings/jobs.ts'
import type { RankingServices } from '#server/rankings/sources.ts'
import { listTerrainJobs } from '#server/terrain/fetch/auto.ts'
import { isSwitchedOn } from '#server/terrain/fetch/switch.ts'
import { listWebhookJobs } from '#server/webhooks/jobs.ts'
import { listForwardJobs } from '#server/forwards/jobs.ts'
import { listAccountParts } from './account-parts.ts'
import { withForwardable } from './forwardable.ts'
import { listPruneJobs } from './prune.ts'

export function listJobs(node: LeagueServices): Job[] {
  const services = { ...node, db: node.db.forJobs() }
  return [
    ...listMailJobs(services),
    ...listArchiveJobs(services),
    ...listCheckJobs(services),
    ...listPruneJobs(services),
    ...listAccountJobs(services, listAccountParts(services)),
    ...listFlightJobs(services),
    ...listTerrainJobs(
      services,
      (from, max) => listShapes(services.db.sql, from, max),
      () => isSwitchedOn(services.db.sql),
    ),
    ...listOauthJobs(services),
    ...listRankingJobs(withRankable(services)),
    ...listWebhookJobs(services),
    ...listForwardJobs(withForwardable(services)),
  ]
}

/** Rankings read flights through this alone. */
export function withRankable<Given extends LeagueServices>(services: Given): Given & RankingServices {
  const { byDefault, rules } = services.leagues
  const reader = createSharedReader(services)
  const rankable: RankingServices['rankable'] = {
    list: (...asked) => listRankable(rules, ...asked),
    listPublic: listPublicFlights,
    listOwn: listOwnFlights,
    find: findNames,
    leagueId: byDefault.id,
    scoreVersions: nameScoreVersions(services.leagues),
    score: (...flight) => scoreRankable(services, reader, ...flight),
    openChecks: () => openRankableChecks(services),
    check: (...flight) => checkRankable(services, ...flight),
  }
  return { ...services, rankable }
}

/** As `admin work` lists them. */
export function listWorks(node: LeagueServices): Work[] {
  return [...listJobs(node), rescoring, changing]
}

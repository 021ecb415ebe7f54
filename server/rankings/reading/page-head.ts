// The heads of public pages of clubs, seasons and rankings, for those who run no script: searches and previews of links.
import type { Language } from '#language/preferences.ts'
import { textsIn } from '#language/server.ts'
import { findPublicClub } from '../clubs-store.ts'
import { listSeen, requireSeason, type SeenRanking } from '../season.ts'
import type { RankingServices } from '../sources.ts'
import { listSeasons } from '../store.ts'

const isPage =
  /^\/app\/(clubs|seasons)\/([0-9a-f]{24})(?:\/rankings\/([0-9a-f]{24})|\/(?:flights|records))?\/?(?:\?|$)/

interface PageHead {
  title: string
  description: string
  /** The address of a picture. */
  image?: string
}

/** Undefined for any other page, and for what not everybody sees. */
export async function describeClubPage(
  services: RankingServices,
  url: string,
  language: Language,
): Promise<PageHead | undefined> {
  const [, kind, id = '', ranking] = isPage.exec(url) ?? []
  if (!kind) return undefined
  const { publicRanking, clubPage } = textsIn(language)
  const shared = await findShared(services, kind === 'clubs' ? await findSeason(services, id) : id, ranking)
  const clubId = kind === 'clubs' ? id : shared?.season.clubId
  const club = clubId ? await findPublicClub(services.db.sql, clubId) : undefined
  if (!shared && !(kind === 'clubs' && club)) return undefined
  const name = shared && (ranking ? `${shared.ranking.name} · ${shared.season.name}` : shared.season.name)
  return {
    title: [kind === 'seasons' && name, club?.name].filter(Boolean).join(' · '),
    description: club ? (club.description ?? clubPage(club.name)) : publicRanking.newest(name!),
    ...(shared && { image: `${services.config.baseUrl}/rankings/${shared.ranking.id}/picture.png` }),
  }
}

/** The one of a club that is being flown, else the latest. */
async function findSeason({ db, now }: RankingServices, clubId: string): Promise<string | undefined> {
  const page = { clubId, after: undefined, limit: 40 }
  const seasons = await listSeasons(db.sql, '', page)
  const today = new Date(now()).toISOString().slice(0, 10)
  const latest = seasons.toSorted((a, b) => (a.terms.to < b.terms.to ? 1 : -1))
  return (latest.find(({ terms, closedAt }) => closedAt === null && terms.from <= today) ?? latest[0])?.id
}

/** The ranking that stands for a season, or the one that is asked for. */
async function findShared(
  services: RankingServices,
  seasonId: string | undefined,
  rankingId: string | undefined,
): Promise<SeenRanking | undefined> {
  const seen = seasonId && (await requireSeason(services, '', seasonId).catch(() => undefined))
  if (!seen) return undefined
  const rankings = await listSeen(services.db.sql, seen)
  const isWanted = ({ id }: { id: string }) => rankingId === undefined || id === rankingId
  const open = rankings.filter(isWanted)
  const ranking = open.find(({ rule }) => rule.group.by === 'pilot') ?? open[0]
  return ranking && { ...seen, ranking }
}

// A club's season for the samples, with a ranking and an entry.
import { keyScopes } from '#contract/scopes.ts'
import { addEntrant, addRanking, ask, findRow, fly, foundLeague, settle } from '../rankings/league.ts'
import { createKey } from '../people.ts'
import type { TestServer } from '../server.ts'

const EXAMPLE_ID = '68f0a1b2c3d4e5f6a7b8c9d0'
const EXAMPLE_CLUB = '68f0a1b2c3d4e5f6a7b8c9d2'

interface Prepared {
  environment: Record<string, string>
  replace: Record<string, string>
}

type Kind = 'season' | 'ranking' | 'entry' | 'flight'

async function found(server: TestServer, of: Kind) {
  const league = await foundLeague(server)
  const ranking = await addRanking(server, league)
  const pilot = await addEntrant(server, league, 'Ada Thermal')
  const flight = await fly(server, pilot, 1)
  await settle(server)
  const { entry } = (await findRow(server, pilot, ranking)).flights[0]!
  // The owner reads and manages; a pilot has a row.
  const user = of === 'ranking' || of === 'flight' ? pilot.user : league.owner.user
  const id = { season: league.season.id, ranking, entry, flight }[of]
  const prepared: Prepared = {
    environment: {
      CLOUDSTREET_KEY: await createKey(server, user, [...keyScopes]),
      ...(of === 'flight' && { CLOUDSTREET_TOKEN: pilot.token }),
    },
    replace: { [EXAMPLE_ID]: id, [EXAMPLE_CLUB]: league.clubId },
  }
  return { league, pilot, entry, prepared }
}

const prepare = (of: Kind) => async (server: TestServer) => (await found(server, of)).prepared

const manage = async (server: TestServer): Promise<Prepared> => {
  const { environment, replace } = await prepare('season')(server)
  const league = await foundLeague(server)
  const ranking = await addRanking(server, league)
  const CLOUDSTREET_KEY = await createKey(server, league.owner.user, [...keyScopes])
  return { environment: { ...environment, CLOUDSTREET_KEY }, replace: { ...replace, [EXAMPLE_ID]: ranking } }
}

export const rankingPreparations: Record<string, (server: TestServer) => Promise<Prepared>> = {
  listSeasons: prepare('season'),
  createSeason: prepare('season'),
  getSeason: prepare('season'),
  closeSeason: prepare('season'),
  enterSeason: prepare('season'),
  leaveSeason: prepare('season'),
  createRanking: prepare('season'),
  changeRanking: manage,
  listPlaces: prepare('ranking'),
  getRankingPilot: prepare('ranking'),
  listFlightRankings: prepare('flight'),
  getRankingProof: prepare('ranking'),
  getRankingRow: async (server) => {
    const { league, prepared } = await found(server, 'season')
    const byDay = await addRanking(server, league, { group: { by: 'day', flights: 2 } })
    await settle(server)
    return { ...prepared, replace: { ...prepared.replace, [EXAMPLE_ID]: byDay } }
  },
  listReviews: prepare('season'),
  getEntry: prepare('entry'),
  answerReview: async (server) => {
    const { league, pilot, entry, prepared } = await found(server, 'entry')
    await ask(server, league.owner, 'POST', `/entries/${entry}/decisions`, {
      state: 'review',
      reason: 'Why?',
    })
    return {
      ...prepared,
      environment: { CLOUDSTREET_KEY: await createKey(server, pilot.user, [...keyScopes]) },
    }
  },
  decideEntry: prepare('entry'),
}

// A club's season for the samples, with a ranking and an entry.
import { keyScopes } from '#contract/scopes.ts'
import { addEntrant, addRanking, ask, fly, foundLeague, settle } from '../rankings/league.ts'
import { createKey } from '../people.ts'
import type { TestServer } from '../server.ts'

const EXAMPLE_ID = '68f0a1b2c3d4e5f6a7b8c9d0'
const EXAMPLE_CLUB = '68f0a1b2c3d4e5f6a7b8c9d2'

interface Prepared {
  environment: Record<string, string>
  replace: Record<string, string>
}

type Kind = 'season' | 'ranking' | 'flight'

async function found(server: TestServer, of: Kind) {
  const league = await foundLeague(server)
  const ranking = await addRanking(server, league)
  const pilot = await addEntrant(server, league, 'Ada Thermal')
  const flight = await fly(server, pilot, 1)
  await settle(server)
  // The owner reads and manages; a pilot has a row.
  const user = of === 'ranking' || of === 'flight' ? pilot.user : league.owner.user
  const id = { season: league.season.id, ranking, flight }[of]
  const prepared: Prepared = {
    environment: {
      CLOUDSTREET_KEY: await createKey(server, user, [...keyScopes]),
      ...(of === 'flight' && { CLOUDSTREET_TOKEN: pilot.token }),
    },
    replace: { [EXAMPLE_ID]: id, [EXAMPLE_CLUB]: league.clubId },
  }
  return { league, pilot, flight, prepared }
}

const prepare = (of: Kind) => async (server: TestServer) => (await found(server, of)).prepared

const manage = async (server: TestServer): Promise<Prepared> => {
  const { environment, replace } = await prepare('season')(server)
  const league = await foundLeague(server)
  const ranking = await addRanking(server, league)
  const CLOUDSTREET_KEY = await createKey(server, league.owner.user, [...keyScopes])
  return { environment: { ...environment, CLOUDSTREET_KEY }, replace: { ...replace, [EXAMPLE_ID]: ranking } }
}

const ended = async (server: TestServer): Promise<Prepared> => {
  const { league, prepared } = await found(server, 'season')
  await ask(server, league.owner, 'POST', `/seasons/${league.season.id}/close`)
  return prepared
}

/** A flight that is looked at, for those who read or answer. */
const reviewed =
  (as: 'owner' | 'pilot') =>
  async (server: TestServer): Promise<Prepared> => {
    const { league, pilot, flight } = await found(server, 'season')
    const decision = { flightIds: [flight], state: 'review', reason: 'Why?' }
    await ask(server, league.owner, 'POST', `/seasons/${league.season.id}/decisions`, decision)
    const user = as === 'owner' ? league.owner.user : pilot.user
    return {
      environment: { CLOUDSTREET_KEY: await createKey(server, user, [...keyScopes]) },
      replace: {
        [`seasons/${EXAMPLE_ID}`]: `seasons/${league.season.id}`,
        [EXAMPLE_ID]: flight,
      },
    }
  }

export const rankingPreparations: Record<string, (server: TestServer) => Promise<Prepared>> = {
  listSeasons: prepare('season'),
  createSeason: prepare('season'),
  changeSeason: prepare('season'),
  deleteSeason: prepare('season'),
  getSeason: prepare('season'),
  closeSeason: prepare('season'),
  reopenSeason: ended,
  enterSeason: prepare('season'),
  leaveSeason: prepare('season'),
  createRanking: prepare('season'),
  getRanking: prepare('ranking'),
  changeRanking: manage,
  deleteRanking: manage,
  listRankingRows: prepare('ranking'),
  listNewestRankedFlights: prepare('ranking'),
  getRankingPilot: prepare('ranking'),
  listFlightRankings: prepare('flight'),
  getRankingProof: prepare('ranking'),
  getRankingRow: prepare('ranking'),
  listReviews: prepare('season'),
  getReview: reviewed('pilot'),
  answerReview: reviewed('pilot'),
  decideFlights: reviewed('owner'),
}

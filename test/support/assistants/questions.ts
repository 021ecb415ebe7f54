// Twenty questions of a pilot: how an assistant finds the answer by tools alone, and the truth.
import type { FlightLine, FlightSummary } from '#server/mcp/flight-summary.ts'
import { newestRules } from '#scoring/leagues/leagues.ts'
import { ffvl } from '#scoring/leagues/europe.ts'
import type { Assistant, Body } from './client.ts'
import { readTruth, type Truth } from './truth.ts'

export interface Flown extends Truth {
  id: string
  bytes: Uint8Array
  date: string
  glider: string | undefined
  takeoff: string | undefined
  counts: boolean
}

interface Lines {
  data: FlightLine[]
  pagination: { totalCount: number }
  counting: { uncountedFlights: number }
}
type Held = { value: number; flightId: string; date: string }
interface SeasonAnswer {
  season: number
  toDay: { flights: number; kilometres: number }
}
interface Records {
  data: { records: Record<string, Held>; seasons: SeasonAnswer[] }
}

export interface Question {
  asked: string
  answer: () => Promise<unknown>
  truth: unknown
}

const seasonOf = (date: string) => Number(date.slice(0, 4)) + (date.slice(5) >= '10-01' ? 1 : 0)
const sum = (numbers: number[]) => Math.round(numbers.reduce((all, one) => all + one, 0) * 100) / 100
const km = ({ score }: Flown) => score.distanceKm
const points = ({ score }: Flown) => score.score
const seconds = ({ summary }: Flown) => summary.durationSeconds
const highest = ({ summary }: Flown) => summary.altitude.maximumM
const climb = ({ summary }: Flown) => summary.altitude.greatestClimbMps

export function listQuestions({ ask }: Pick<Assistant, 'ask'>, flown: readonly Flown[]): Question[] {
  const counted = flown.filter(({ counts }) => counts)
  const of2026 = counted.filter(({ date }) => seasonOf(date) === 2026)
  const best = (size: (flight: Flown) => number, among = counted) =>
    among.toSorted((a, b) => size(b) - size(a))[0]!
  const newestFirst = (some: Flown[]) =>
    some.toSorted((a, b) => (a.date < b.date ? 1 : -1)).map(({ id }) => id)
  const lines = (args: Body, tool = 'list_flights') => ask<Lines>(tool, args)
  const ids = async (args: Body, tool?: string) => (await lines(args, tool)).data.map(({ id }) => id)
  const held = async (name: string, args: Body = {}) =>
    (await ask<Records>('get_statistics', args)).data.records[name]
  const sums = async (args: Body = {}) => (await ask<{ data: Body }>('get_statistics', args)).data
  const flight = async (id: string) => (await ask<{ data: FlightSummary }>('get_flight', { id })).data
  const hold = (size: (flight: Flown) => number, among?: Flown[]) => {
    const holder = best(size, among)
    return { value: size(holder), flightId: holder.id, date: holder.date }
  }
  const triangle = best(points)
  const upTo = (season: number, day: string) =>
    counted.filter(({ date }) => seasonOf(date) === season && date <= `${season}${day}`)
  const find = (date: string) => flown.find((one) => one.date === date)!

  return [
    {
      asked: 'How many flights have I made?',
      answer: async () => (await sums()).flights,
      truth: counted.length,
    },
    {
      asked: 'What is my longest flight?',
      answer: async () => [(await ids({ sort: 'distance', limit: 1 }))[0], await held('distance')],
      truth: [best(km).id, hold(km)],
    },
    {
      asked: 'And with what does not count?',
      answer: async () => [
        (await ids({ sort: 'distance', limit: 1, counting: 'all' }))[0],
        await held('distance', { counting: 'all' }),
      ],
      truth: [best(km, [...flown]).id, hold(km, [...flown])],
    },
    {
      asked: 'How many kilometres have I flown in the season 2026?',
      answer: async () => (await sums({ season: 2026 })).kilometres,
      truth: sum(of2026.map(km)),
    },
    {
      asked: 'How long was I in the air in it?',
      answer: async () => (await sums({ season: 2026 })).seconds,
      truth: sum(of2026.map(seconds)),
    },
    { asked: 'How high have I been?', answer: () => held('altitude'), truth: hold(highest) },
    { asked: 'What was my strongest climb?', answer: () => held('climb'), truth: hold(climb) },
    {
      asked: 'How do my flights of the season 2026 rank by points?',
      answer: () => ids({ season: 2026, sort: 'score' }),
      truth: of2026.toSorted((a, b) => points(b) - points(a)).map(({ id }) => id),
    },
    {
      asked: 'Which flights did I make in May 2026?',
      answer: () => ids({ from: '2026-05-01', to: '2026-05-31' }),
      truth: newestFirst(counted.filter(({ date }) => date.startsWith('2026-05'))),
    },
    {
      asked: 'How many flights do not count, and why?',
      answer: async () => {
        const { data } = await lines({ counting: 'all' })
        const reasons = data.flatMap(({ notCounted }) => notCounted?.reason ?? [])
        return [(await lines({})).counting.uncountedFlights, reasons]
      },
      truth: [flown.length - counted.length, ['cut-short']],
    },
    {
      asked: 'Which flights did I make from Brévent?',
      answer: () => ids({ q: 'brevent' }, 'search_flights'),
      truth: newestFirst(counted.filter(({ takeoff }) => takeoff?.startsWith('Brévent'))),
    },
    {
      asked: 'How long has my Alpina flown?',
      answer: async () => {
        const { data } = await ask<{ data: { name: string; seconds: number }[] }>('list_gliders')
        return data.find(({ name }) => name.includes('Alpina'))?.seconds
      },
      truth: sum(counted.filter(({ glider }) => glider?.includes('Alpina')).map(seconds)),
    },
    {
      asked: 'Which of my last two flights was longer, and which went higher?',
      answer: async () => {
        const two = (await ids({ limit: 2 })) as string[]
        const both = await Promise.all(two.map(flight))
        const greatest = (name: 'distanceKm' | 'highestM') =>
          both.toSorted((a, b) => Number(b[name]) - Number(a[name]))[0]?.id
        return [greatest('distanceKm'), greatest('highestM')]
      },
      truth: ((two: Flown[]) => [best(km, two).id, best(highest, two).id])(
        counted.toSorted((a, b) => (a.date < b.date ? 1 : -1)).slice(0, 2),
      ),
    },
    {
      asked: 'What were the legs of my best flight, and is its score proven?',
      answer: async () => {
        const { legsKm, isProven, type, points } = await flight((await ids({ sort: 'score', limit: 1 }))[0]!)
        return [legsKm, isProven, type, points]
      },
      truth: [triangle.score.legsKm, triangle.score.proven, triangle.score.type, triangle.score.score],
    },
    {
      asked: 'When did I take off and land on 18 May 2026, in UTC?',
      answer: async () => {
        const [id = ''] = await ids({ from: '2026-05-18', to: '2026-05-18' })
        const { launchedAt, landedAt } = await flight(id)
        return [launchedAt, landedAt]
      },
      truth: [find('2026-05-18').summary.takeoff.time, find('2026-05-18').summary.landing.time],
    },
    {
      asked: 'How many thermals were in my best flight, and how well did I climb?',
      answer: async () => {
        const { data } = await ask<{ data: Truth['analysis'] }>('get_analysis', { id: triangle.id })
        return [data.totals.thermals.count, data.totals.thermals.meanClimbMps]
      },
      truth: [triangle.analysis.totals.thermals.count, triangle.analysis.totals.thermals.meanClimbMps],
    },
    {
      asked: 'What was the wind, and how fast the course?',
      answer: async () => {
        const { data } = await ask<{ data: Truth['analysis'] }>('get_analysis', { id: triangle.id })
        return [data.wind, data.course?.speedKmh]
      },
      truth: [triangle.analysis.wind, triangle.analysis.course?.speedKmh],
    },
    {
      asked: 'What is it worth in the French league?',
      answer: async () => {
        const { data } = await ask<{ data: { points: number }[] }>('get_scores', {
          id: triangle.id,
          league: 'ffvl',
        })
        return data.map(({ points }) => points)
      },
      truth: [readTruth(triangle.bytes, newestRules(ffvl)).score.score],
    },
    {
      asked: 'Am I ahead of last season, by 31 May?',
      answer: async () => {
        const { data } = await ask<Records>('get_statistics', { day: '2026-05-31', detail: true })
        return data.seasons
          .filter(({ season }) => season < 2027)
          .map(({ season, toDay }) => [season, toDay.flights, toDay.kilometres])
      },
      truth: [2026, 2025].map((season) => {
        const until = upTo(season, '-05-31')
        return [season, until.length, sum(until.map(km))]
      }),
    },
    {
      asked: 'Who am I, and which league scores my flights?',
      answer: async () => {
        const { data: pilot } = await ask<{ data: { name: string } }>('get_profile')
        const { data } = await ask<{ data: { id: string; isDefault: boolean }[] }>('list_leagues')
        return [pilot.name, data.filter(({ isDefault }) => isDefault).map(({ id }) => id)]
      },
      truth: ['Ada Thermal', ['xcontest']],
    },
  ]
}

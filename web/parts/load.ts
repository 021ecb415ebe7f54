// Loads what a page shows from the API. The last answer is shown at once while a fresh one is fetched (stale while
// revalidate).
import { useCallback, useEffect, useRef, useState } from 'preact/hooks'
import { get, type Problem } from './api.ts'

const lastAnswers = new Map<string, unknown>()
/** The latest request for each path that is in flight; components that want the same path share it. */
const inFlight = new Map<string, Promise<unknown>>()

function fetchPath(path: string): Promise<unknown> {
  const answer = get(path)
  inFlight.set(path, answer)
  const forget = () => inFlight.get(path) === answer && inFlight.delete(path)
  answer.then(forget, forget)
  return answer
}

/** The components that show the answer for a path. */
const subscribers = new Map<string, Set<() => void>>()

function publish(path: string, answer: unknown): void {
  lastAnswers.set(path, answer)
  for (const redraw of subscribers.get(path) ?? []) redraw()
}

/** On the server, for one reader: as if this had been asked for. */
export function knowing<Drawn>(path: string, answer: unknown, draw: () => Drawn): Drawn {
  lastAnswers.set(path, answer)
  try {
    return draw()
  } finally {
    lastAnswers.delete(path)
  }
}

export interface Loaded<Answer> {
  value: Answer | undefined
  problem: Problem | undefined
  reload: () => void
  /** As `reload`, but resolves once the fresh answer is shown. */
  renew: () => Promise<void>
  /** Shows a change without asking the server again. */
  set: (value: Answer) => void
}

export function useLoad<Answer>(path: string): Loaded<Answer> {
  const [, count] = useState(0)
  const problem = useRef<Problem | undefined>(undefined)
  const redraw = useCallback(() => count((times) => times + 1), [])

  const follow = useCallback(
    async (answer: Promise<unknown>) => {
      try {
        const value = await answer
        problem.current = undefined
        publish(path, value)
      } catch (error) {
        problem.current = error as Problem
        redraw()
      }
    },
    [path],
  )
  // Always a new request: one in flight may have been answered before the change.
  const renew = useCallback(() => follow(fetchPath(path)), [follow])
  const reload = useCallback(() => void renew(), [renew])

  useEffect(() => {
    problem.current = undefined
    const redraws = subscribers.get(path) ?? new Set()
    subscribers.set(path, redraws.add(redraw))
    void follow(inFlight.get(path) ?? fetchPath(path))
    return () => void redraws.delete(redraw)
  }, [follow])

  return {
    value: lastAnswers.get(path) as Answer | undefined,
    problem: problem.current,
    reload,
    renew,
    set: (value) => publish(path, value),
  }
}

/** For an operation of the contract, whose answer is in `data`. */
export function useData<Data>(path: string): Loaded<Data> {
  const { value, set, ...loaded } = useLoad<{ data: Data }>(path)
  return { ...loaded, value: value?.data, set: (data) => set({ ...value, data }) }
}

/** After a change of flights: pages of the logbook, also what flights add up to, or all that was asked about flights. */
export function forgetFlights(what: 'lists' | 'lists and sums' | 'all' = 'all'): void {
  forgetAnswers(what === 'lists' ? '/logbook?' : '/logbook')
  if (what === 'lists and sums')
    for (const part of ['statistics', 'tracks']) forgetAnswers(`/flights/${part}`)
  if (what === 'all') forgetAnswers('/flights')
}

/** After a change elsewhere, for every path that starts with `prefix`. The page stays as it is until there is a fresh answer. */
export function forgetAnswers(prefix: string): void {
  for (const path of new Set([...lastAnswers.keys(), ...inFlight.keys()])) {
    if (!path.startsWith(prefix)) continue
    inFlight.delete(path)
    // The page that made the change may be left first.
    if (isShown(path)) setTimeout(() => void refresh(path))
    else lastAnswers.delete(path)
  }
}

const isShown = (path: string) => (subscribers.get(path)?.size ?? 0) > 0

async function refresh(path: string): Promise<void> {
  if (!isShown(path)) return void lastAnswers.delete(path)
  const answer = await (inFlight.get(path) ?? fetchPath(path)).catch(() => undefined)
  if (answer !== undefined) publish(path, answer)
}

export interface Action {
  isBusy: boolean
  problem: Problem | undefined
  /** Whether it succeeded. */
  run: (change: () => Promise<unknown>) => Promise<boolean>
}

/** Runs a change, and keeps whether it is busy and why it failed for the page to show. */
export function useAction(): Action {
  const [state, setState] = useState<{ isBusy: boolean; problem: Problem | undefined }>({
    isBusy: false,
    problem: undefined,
  })
  const run = async (change: () => Promise<unknown>) => {
    setState({ isBusy: true, problem: undefined })
    try {
      await change()
      setState({ isBusy: false, problem: undefined })
      return true
    } catch (error) {
      setState({ isBusy: false, problem: error as Problem })
      return false
    }
  }
  return { ...state, run }
}

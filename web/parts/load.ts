// What a page shows comes from a path of the API; the last answer is shown at once while a fresh one is fetched.
import { useCallback, useEffect, useRef, useState } from 'preact/hooks'
import { get, type Problem } from './api.ts'

const lastAnswers = new Map<string, unknown>()
/** The newest request of each path: two parts of a page that want the same share it. */
const underWay = new Map<string, Promise<unknown>>()

function ask(path: string): Promise<unknown> {
  const answer = get(path)
  underWay.set(path, answer)
  const forget = () => underWay.get(path) === answer && underWay.delete(path)
  answer.then(forget, forget)
  return answer
}

/** Every part of the page that shows the answer of a path. */
const watching = new Map<string, Set<() => void>>()

function keep(path: string, answer: unknown): void {
  lastAnswers.set(path, answer)
  for (const redraw of watching.get(path) ?? []) redraw()
}

export interface Loaded<Answer> {
  value: Answer | undefined
  problem: Problem | undefined
  reload: () => void
  /** The same, to wait for: resolves when the fresh answer shows. */
  renew: () => Promise<void>
  /** Shows a change before the server is asked again. */
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
        keep(path, value)
      } catch (error) {
        problem.current = error as Problem
        redraw()
      }
    },
    [path],
  )
  // After a change: an answer under way may be older than it.
  const renew = useCallback(() => follow(ask(path)), [follow])
  const reload = useCallback(() => void renew(), [renew])

  useEffect(() => {
    problem.current = undefined
    const watchers = watching.get(path) ?? new Set()
    watching.set(path, watchers.add(redraw))
    void follow(underWay.get(path) ?? ask(path))
    return () => void watchers.delete(redraw)
  }, [follow])

  return {
    value: lastAnswers.get(path) as Answer | undefined,
    problem: problem.current,
    reload,
    renew,
    set: (value) => keep(path, value),
  }
}

/** A change made elsewhere makes every remembered answer old. */
export function forgetAnswers(prefix: string): void {
  for (const answers of [lastAnswers, underWay]) {
    for (const path of answers.keys()) if (path.startsWith(prefix)) answers.delete(path)
  }
}

/** Runs a change once at a time and keeps its problem for the page to show. */
export function useAction(): {
  isBusy: boolean
  problem: Problem | undefined
  run: (change: () => Promise<unknown>) => Promise<boolean>
  clear: () => void
} {
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
  return { ...state, run, clear: () => setState({ isBusy: false, problem: undefined }) }
}

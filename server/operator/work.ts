// `admin work`: every kind of background work, and how the operator sets it, for all nodes.
import type { OperatorWork } from '#dashboard/operator.ts'
import { findOption, type Options } from '#server/platform/options.ts'
import type { Services } from '#server/platform/services.ts'
import { readWorks, type Work } from '#server/platform/background/figures.ts'
import { setPaused, setPerMinute } from '#server/platform/background/store.ts'

export interface WorkServices extends Services {
  works: readonly Work[]
}

const MAX_PER_MINUTE = 100_000

export async function listWork(services: WorkServices): Promise<{ work: OperatorWork[] }> {
  return { work: await readWorks(services, services.works) }
}

/** Entries in progress are finished, all others wait; every node has heard of it within two seconds. */
export async function pauseWork(services: WorkServices, ...given: Given): Promise<object> {
  const { name, isAwaited } = requireWork(services, given)
  if (isAwaited) throw new Error(`${name} cannot be paused: a pilot waits for each of them.`)
  await setPaused(services.db.sql, name, services.now())
  return { name, paused: true }
}

export async function resumeWork(services: WorkServices, ...given: Given): Promise<object> {
  const { name } = requireWork(services, given)
  await setPaused(services.db.sql, name, null)
  return { name, paused: false }
}

export async function retryWork(services: WorkServices, ...given: Given): Promise<object> {
  const { name, retry } = requireWork(services, given)
  if (!retry) throw new Error(`${name} keeps nothing that has failed: ${listThose(services, 'retry')} do.`)
  return { name, retried: await retry() }
}

/** --max N a minute, of all nodes together; --max none ends it. */
export async function throttleWork(services: WorkServices, ...given: Given): Promise<object> {
  const { name, isThrottled } = requireWork(services, given)
  if (!isThrottled) throw new Error(`${name} has no throttle: ${listThose(services, 'isThrottled')} have.`)
  const maxPerMinute = readMax(findOption(given[0], 'max'))
  await setPerMinute(services.db.sql, name, maxPerMinute)
  return { name, maxPerMinute }
}

type Given = [options: Options, words?: readonly string[]]

function requireWork({ works }: WorkServices, [options, words = []]: Given): Work {
  const name = words[0] ?? findOption(options, 'name')
  const work = works.find((each) => each.name === name)
  if (work) return work
  const names = works.map((each) => each.name).join(', ')
  throw new Error(name === undefined ? `Name one of: ${names}.` : `There is no work ${name}: ${names}.`)
}

function listThose({ works }: WorkServices, ability: 'retry' | 'isThrottled'): string {
  const names = works.filter((each) => each[ability] !== undefined).map(({ name }) => name)
  return names.join(', ')
}

function readMax(text: string | undefined): number | null {
  if (text === 'none') return null
  const max = Number(text)
  if (text === undefined || !Number.isInteger(max) || max < 1 || max > MAX_PER_MINUTE)
    throw new Error(`--max takes entries a minute, from 1 to ${MAX_PER_MINUTE}, or none.`)
  return max
}

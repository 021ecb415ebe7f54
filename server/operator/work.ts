// `admin work`: every kind of background work, and how the operator sets it, for all nodes.
import type { OperatorWork } from '#dashboard/operator.ts'
import { findOption, type Options } from '#server/platform/options.ts'
import type { Services } from '#server/platform/services.ts'
import { readWorks, type Work } from '#server/platform/background/figures.ts'
import { setPaused } from '#server/platform/background/store.ts'

export interface WorkServices extends Services {
  works: readonly Work[]
}

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
  const keeping = services.works.flatMap((work) => (work.retry ? work.name : []))
  if (!retry) throw new Error(`${name} keeps nothing that has failed: ${keeping.join(', ')} do.`)
  return { name, retried: await retry() }
}

type Given = [options: Options, words?: readonly string[]]

function requireWork({ works }: WorkServices, [options, words = []]: Given): Work {
  const name = words[0] ?? findOption(options, 'name')
  const work = works.find((each) => each.name === name)
  if (work) return work
  const names = works.map((each) => each.name).join(', ')
  throw new Error(name === undefined ? `Name one of: ${names}.` : `There is no work ${name}: ${names}.`)
}

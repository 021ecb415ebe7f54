// Goes through the faults: lets the instrument upload under each, and judges by the rules what it did.
import type { Desk } from './desk/desk.ts'
import type { Login } from './desk/service.ts'
import type { DialectName } from './dialects.ts'
import { type Fault, type FaultName, faultNames, findFault, isHopeless } from './faults.ts'
import type { Instrument, Run, Turn } from './instrument.ts'
import { findRule, type Finding, type RuleName, type Seen, type Verdict } from './rules.ts'

export interface FaultFinding extends Finding {
  fault: FaultName
}

export interface Result extends Finding {
  dialect: string
  rule: RuleName
  /** By fault. */
  findings: FaultFinding[]
}

export interface WatchOptions {
  desk: Desk
  instrument: Instrument
  rules: readonly RuleName[]
  say: (...lines: string[]) => void
}

/** Its dialect is the one that it is asked for, or else the one that it speaks. */
export async function watchDialect(options: WatchOptions, asked: DialectName | undefined): Promise<Result[]> {
  const findings = new Map(options.rules.map((rule) => [rule, [] as FaultFinding[]]))
  const watched = new Map<FaultName, Seen | string>()
  const login = await options.desk.service.createLogin()
  let dialect = asked
  for (const fault of listFaults(options.rules)) {
    const obstacle = findObstacle(fault, watched)
    const seen = obstacle ?? (await watchFault(options, fault, { login, dialect }))
    watched.set(fault, seen)
    if (typeof seen !== 'string') dialect ??= seen.uploads[0]?.dialect
    // At once: a person is asked what the device shows now.
    for (const [rule, found] of findings)
      if (findRule(rule).under.includes(fault)) found.push({ fault, ...(await judge(rule, seen)) })
  }
  return [...findings].map(([rule, found]) => ({
    dialect: dialect ?? 'no dialect',
    rule,
    ...findWorst(found),
    findings: found,
  }))
}

function judge(rule: RuleName, seen: Seen | string): Finding | Promise<Finding> {
  return typeof seen === 'string' ? { verdict: 'not seen', sentence: seen } : findRule(rule).judge(seen)
}

const weight: Record<Verdict, number> = { fail: 2, pass: 1, 'not seen': 0 }

/** A failure counts more than a success, and a success more than what was not seen. */
function findWorst(findings: readonly FaultFinding[]): Finding {
  const [{ verdict, sentence } = { verdict: 'not seen' as const, sentence: 'Not tried.' }] =
    findings.toSorted((one, other) => weight[other.verdict] - weight[one.verdict])
  return { verdict, sentence }
}

/** Those of the rules, and the one without which nothing can be said of the others. */
function listFaults(rules: readonly RuleName[]): FaultName[] {
  const needed = new Set<FaultName>(['none', ...rules.flatMap((rule) => findRule(rule).under)])
  return faultNames.filter((name) => needed.has(name))
}

function findObstacle(fault: FaultName, watched: ReadonlyMap<FaultName, Seen | string>): string | undefined {
  const first = watched.get('none')
  const isUploaded = typeof first === 'object' && first.uploads.some(({ isSuccess }) => isSuccess)
  return fault === 'none' || isUploaded ? undefined : 'No flight was uploaded without a fault.'
}

interface Given {
  login: Login
  dialect: DialectName | undefined
}

async function watchFault(
  { desk, instrument, say }: WatchOptions,
  name: FaultName,
  { login: kept, dialect }: Given,
): Promise<Seen | string> {
  const fault = findFault(name)
  const login = await chooseLogin(desk, fault, instrument.keepsLogin ? kept : undefined)
  const scene = desk.gate.begin(fault, [login.password, login.token, kept.password, kept.token])
  const turn: Turn = {
    scene,
    fault,
    url: desk.url,
    login,
    file: desk.createFlight(),
    dialect,
  }
  const runs: Run[] = []
  do {
    const run = await instrument.upload(turn)
    if (run === 'skipped') return 'Skipped.'
    runs.push(run)
  } while (mayRunAgain(turn, runs))
  const { exchanges } = scene
  const uploads = exchanges.filter(
    (exchange) =>
      !exchange.isElsewhere &&
      exchange.dialect !== undefined &&
      [undefined, exchange.dialect].includes(dialect),
  )
  const stored = await desk.service.countFlights()
  await desk.service.removeFlights()
  say(`${name}: ${uploads.length} upload${uploads.length === 1 ? '' : 's'}`)
  return { fault: name, uploads, exchanges: [...exchanges], runs, stored }
}

async function chooseLogin({ service }: Desk, fault: Fault, kept: Login | undefined): Promise<Login> {
  const login = kept ?? (await service.createLogin())
  if (fault.login === 'wrong') return { ...login, password: '2222-3333-4444-5555', token: 'cst_key_wrong' }
  if (fault.login === 'revoked') await service.revoke(login)
  return login
}

/** A command that has ended and says that it failed is run again, as its caller would. */
function mayRunAgain({ fault, scene }: Turn, runs: readonly Run[]): boolean {
  const last = runs.at(-1)
  if (!last?.isEnded || last.claims !== false || isHopeless(fault)) return false
  const isUploaded = scene.exchanges.some(({ isSuccess }) => isSuccess)
  return !isUploaded && runs.length <= (fault.treatments?.length ?? 0)
}

// The output of a run. A green one: its parts with their seconds, the slowest tests, why tests were skipped, the sum. A red
// one also shows what failed, and the command that runs just that. On a terminal one line says how far it is.
import { clearLine, cursorTo } from 'node:readline'
import type { PartName } from './parts.ts'
import type { Failure, Outcome, Task, TimedTest } from './tasks.ts'
import { sum } from './usage.ts'

export interface Report {
  expect(tasks: readonly Task[]): void
  add(task: Task, outcome: Outcome): void
  end(usage: { cpuSeconds: number; seconds: number }): void
  hasPassed(): boolean
}

interface PartState {
  startedMs: number
  left: number
  passed: number
  failed: number
  seconds: number
}

const SLOWEST = 10
const MAX_PRINTED = 8_000

export function createReport(
  names: readonly PartName[],
  { print = console.log, terminal = process.stdout.isTTY ? process.stdout : undefined } = {},
): Report {
  const states = new Map(names.map((name): [PartName, PartState] => [name, startPart()]))
  const tests: TimedTest[] = []
  const skipped: string[] = []
  const failures: (Failure & { part: PartName })[] = []
  const totals = () => ({
    passed: sum([...states.values()].map(({ passed }) => passed)),
    left: [...states.values()].filter(({ left }) => left > 0),
  })

  const showProgress = () => {
    if (!terminal) return
    clearLine(terminal, 0)
    cursorTo(terminal, 0)
    const running = [...states]
      .filter(([, { left }]) => left > 0)
      .map(([name, { left }]) => `${name} ${left}`)
    if (running.length > 0)
      terminal.write(`${totals().passed} passed, ${failures.length} failed; to run: ${running.join(', ')}`)
  }
  const say = (text: string) => {
    if (terminal) {
      clearLine(terminal, 0)
      cursorTo(terminal, 0)
    }
    print(text)
  }

  return {
    expect: (tasks) => {
      for (const { part } of tasks) requirePart(states, part).left += 1
      showProgress()
    },
    add: (task, outcome) => {
      const state = requirePart(states, task.part)
      state.left -= 1
      state.passed += outcome.passed
      state.failed += outcome.failures.length
      state.seconds = (performance.now() - state.startedMs) / 1000
      tests.push(...outcome.tests)
      skipped.push(...outcome.skipped)
      failures.push(...outcome.failures.map((failure) => ({ ...failure, part: task.part })))
      for (const failure of outcome.failures) say(describeFailure(task.part, failure))
      if (outcome.failures.length > 0 && outcome.printed) say(`${outcome.printed.slice(-MAX_PRINTED)}\n`)
      showProgress()
    },
    end: (usage) => {
      if (totals().passed + failures.length === 0) {
        failures.push({ part: names[0] ?? 'unit', name: 'no test matches', text: '' })
      }
      for (const [name, state] of states) say(describePart(name, state))
      for (const line of listSlowest(tests)) say(line)
      for (const line of listSkipped(skipped)) say(line)
      for (const line of listFailures(failures)) say(line)
      say(`took ${Math.round(usage.seconds)} s and ${Math.round(usage.cpuSeconds)} s of CPU`)
      const count = skipped.length > 0 ? `, ${skipped.length} skipped` : ''
      say(`${totals().passed} passed, ${failures.length} failed${count}`)
    },
    hasPassed: () => failures.length === 0,
  }
}

function startPart(): PartState {
  return { startedMs: performance.now(), left: 0, passed: 0, failed: 0, seconds: 0 }
}

function requirePart(states: Map<PartName, PartState>, part: PartName): PartState {
  const state = states.get(part)
  if (!state) throw new Error(`no part ${part}`)
  return state
}

function describePart(name: PartName, { passed, failed, seconds }: PartState): string {
  const counts = `${passed} passed${failed > 0 ? `, ${failed} failed` : ''}`
  return `${name.padEnd(9)} ${counts}; done after ${Math.round(seconds)} s`
}

function describeFailure(part: PartName, { file, name, text }: Failure): string {
  return `✖ ${part} ${nameFailure(file, name)}\n${text}\n`
}

/** So that growth is seen. */
function listSlowest(tests: readonly TimedTest[]): string[] {
  const slowest = tests.toSorted((a, b) => b.seconds - a.seconds).slice(0, SLOWEST)
  if (tests.length <= SLOWEST) return []
  return [
    'slowest:',
    ...slowest.map(({ file, name, seconds }) => `  ${seconds.toFixed(1)} s  ${shorten(`${file} › ${name}`)}`),
  ]
}

function listSkipped(reasons: readonly string[]): string[] {
  const counts = [...Map.groupBy(reasons, (reason) => reason)].map(
    ([reason, { length }]) => `  ${length} × ${shorten(reason)}`,
  )
  return counts.length > 0 ? ['skipped:', ...counts] : []
}

function listFailures(failures: readonly (Failure & { part: PartName })[]): string[] {
  return failures.flatMap(({ part, file, name }) => [
    `✖ ${part} ${nameFailure(file, name)}`,
    `  npm test -- --only ${part}${file ? ` ${file}` : ''}${file && name ? ` --name ${quote(name)}` : ''}`,
  ])
}

function nameFailure(file: string | undefined, name: string): string {
  return [file, name].filter(Boolean).join(' › ')
}

function quote(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`
}

function shorten(text: string): string {
  return text.length > 120 ? `${text.slice(0, 119)}…` : text
}

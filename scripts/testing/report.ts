// What the runner prints: part by part, although they run at the same time, and the failures once more at the end.
import type { PartName } from './parts.ts'
import type { Outcome, Task } from './tasks.ts'

export interface Report {
  expect(tasks: readonly Task[]): void
  add(task: Task, outcome: Outcome, seconds: number): void
  end(): void
  summary(): string
  hasPassed(): boolean
}

interface PartState {
  name: PartName
  left: number
  passed: number
  failed: number
  waiting: string[]
  isOpen: boolean
}

/** A part is printed while it runs when those before it are complete; until then its lines wait. */
export function createReport(names: readonly PartName[], print = console.log): Report {
  const states = names.map((name): PartState => ({
    name,
    left: 0,
    passed: 0,
    failed: 0,
    waiting: [],
    isOpen: false,
  }))
  const totals = { passed: 0, failed: 0, skipped: 0 }
  const failures: string[] = []

  const printReady = () => {
    for (const state of states) {
      if (!state.isOpen && state.waiting.length > 0) {
        state.isOpen = true
        print(`── ${state.name} ──`)
      }
      for (const text of state.waiting.splice(0)) print(text.trimEnd())
      if (state.left > 0) return
      if (state.isOpen) print(`\n   ${state.name}: ${state.passed} passed, ${state.failed} failed\n`)
      state.isOpen = false
    }
  }

  return {
    expect: (tasks) => {
      for (const { part } of tasks) requireState(states, part).left += 1
    },
    add: (task, outcome, seconds) => {
      const state = requireState(states, task.part)
      state.left -= 1
      state.passed += outcome.passed
      state.failed += outcome.failed.length
      totals.passed += outcome.passed
      totals.failed += outcome.failed.length
      totals.skipped += outcome.skipped
      failures.push(...outcome.failed.map((name) => `✖ ${task.part} ${name}`))
      if (outcome.text) state.waiting.push(`${describe(task, seconds)}${outcome.text}`)
      printReady()
    },
    end: () => {
      if (totals.passed + totals.failed === 0) {
        totals.failed += 1
        failures.push('✖ no test matches')
      }
      if (failures.length > 0) print(`${failures.join('\n')}\n`)
    },
    summary: () =>
      `${totals.passed} passed, ${totals.failed} failed${totals.skipped > 0 ? `, ${totals.skipped} skipped` : ''}`,
    hasPassed: () => totals.failed === 0,
  }
}

/** Which file or folder it was and how long its process took. */
function describe({ part, name }: Task, seconds: number): string {
  return part === 'check' ? '' : `\n${name} (${seconds.toFixed(1)} s)\n`
}

function requireState(states: readonly PartState[], name: PartName): PartState {
  const state = states.find((candidate) => candidate.name === name)
  if (!state) throw new Error(`no part ${name}`)
  return state
}

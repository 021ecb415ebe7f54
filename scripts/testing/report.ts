// The runner's output: every task as it ends, every part as its last task ends, and the failures once more at the
// end.
import type { PartName } from './parts.ts'
import type { Outcome, Task } from './tasks.ts'
import { sum } from './usage.ts'

export interface Report {
  expect(tasks: readonly Task[]): void
  add(task: Task, outcome: Outcome, seconds: number): void
  end(): void
  /** CPU time of all parts, and of the servers that they share. */
  describeCpu(allSeconds: number): string
  summary(): string
  hasPassed(): boolean
}

interface PartState {
  left: number
  passed: number
  failed: number
  cpuSeconds: number
}

export function createReport(names: readonly PartName[], print = console.log): Report {
  const states = new Map(
    names.map((name): [PartName, PartState] => [name, { left: 0, passed: 0, failed: 0, cpuSeconds: 0 }]),
  )
  const totals = { passed: 0, failed: 0, skipped: 0 }
  const failures: string[] = []
  const stateOf = (part: PartName): PartState => {
    const state = states.get(part)
    if (!state) throw new Error(`no part ${part}`)
    return state
  }

  return {
    expect: (tasks) => {
      for (const { part } of tasks) stateOf(part).left += 1
    },
    add: (task, outcome, seconds) => {
      const state = stateOf(task.part)
      state.left -= 1
      state.passed += outcome.passed
      state.failed += outcome.failed.length
      state.cpuSeconds += outcome.cpuSeconds
      totals.passed += outcome.passed
      totals.failed += outcome.failed.length
      totals.skipped += outcome.skipped
      failures.push(...outcome.failed.map((name) => `✖ ${task.part} ${name}`))
      const times = `${seconds.toFixed(1)} s, ${outcome.cpuSeconds.toFixed(1)} s of CPU`
      if (outcome.text) print(`── ${task.part} ${task.name} (${times}) ──\n${outcome.text.trimEnd()}\n`)
      if (state.left === 0) print(`   ${task.part}: ${state.passed} passed, ${state.failed} failed\n`)
    },
    end: () => {
      if (totals.passed + totals.failed === 0) {
        totals.failed += 1
        failures.push('✖ no test matches')
      }
      if (failures.length > 0) print(`${failures.join('\n')}\n`)
    },
    describeCpu: (allSeconds) => {
      const used = [...states].map(([name, { cpuSeconds }]) => ({ name: name as string, cpuSeconds }))
      const rest = allSeconds - sum(used.map(({ cpuSeconds }) => cpuSeconds))
      const each = [...used, { name: 'runner, databases and Chromium', cpuSeconds: rest }]
      const shown = each.map(({ name, cpuSeconds }) => `${name} ${Math.round(cpuSeconds)}`).join(', ')
      return `used ${Math.round(allSeconds)} s of CPU: ${shown}`
    },
    summary: () =>
      `${totals.passed} passed, ${totals.failed} failed${totals.skipped > 0 ? `, ${totals.skipped} skipped` : ''}`,
    hasPassed: () => totals.failed === 0,
  }
}

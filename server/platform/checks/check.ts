// A question about this installation with an answer for the operator. /readyz, the metric, `admin doctor` and the operator's
// page are made from the answers.

export const checkStates = ['well', 'look', 'act'] as const
export type CheckState = (typeof checkStates)[number]

export interface Finding {
  /** look: something the operator should see to; act: something is broken for users, or soon will be. */
  readonly state: CheckState
  /** For everyone, since /readyz shows it: without figures that change, and without an answer of a server. */
  readonly sentence: string
  /** For the operator alone. */
  readonly cause?: string | undefined
  /** The next step; absent when all is well. */
  readonly remedy?: string | undefined
}

export interface Check {
  readonly name: string
  /** While its state is `act` the node should get no requests. */
  readonly isNeeded?: boolean
  /** It asks somebody else, who may take long: a node asks every minute, and in between the last answer stands. */
  readonly isSlow?: boolean
  find(): Promise<Finding>
}

export interface CheckFinding extends Finding {
  readonly check: string
  readonly isNeeded: boolean
}

export const well = (sentence: string, cause?: string): Finding => ({ state: 'well', sentence, cause })
export const look = (sentence: string, remedy: string, cause?: string): Finding => ({
  state: 'look',
  sentence,
  remedy,
  cause,
})
export const act = (sentence: string, remedy: string, cause?: string): Finding => ({
  state: 'act',
  sentence,
  remedy,
  cause,
})

export async function findOne(check: Check): Promise<CheckFinding> {
  const { name, isNeeded = false } = check
  const finding = await check
    .find()
    .catch((error: unknown) =>
      act(`The check of ${name} failed.`, 'The log of the node has the error.', (error as Error).message),
    )
  return { check: name, isNeeded, ...finding }
}

export function worstOf(findings: readonly Finding[]): CheckState {
  return checkStates[Math.max(0, ...findings.map(({ state }) => checkStates.indexOf(state)))] ?? 'well'
}

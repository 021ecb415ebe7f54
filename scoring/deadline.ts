// When a search has to stop. It reads the clock that it is given: the same code runs in a browser, which knows the wall
// only, and in the server's threads, where other programs' work must not use up a flight's time.

/** Milliseconds since any moment. */
export type Clock = () => number

export interface Deadline {
  isOver(): boolean
}

export const wallClock: Clock = () => performance.now()

export const NO_DEADLINE: Deadline = { isOver: () => false }

export function startDeadline(milliseconds: number, clock: Clock): Deadline {
  return stopAt(clock() + milliseconds, clock)
}

export function stopAt(endMs: number, clock: Clock): Deadline {
  return { isOver: () => clock() >= endMs }
}

// A signal that is aborted after a time, or with another one.
//
// Not AbortSignal.timeout and AbortSignal.any: nothing but their listeners holds those, and with `fetch`, whose listener
// is weak, the garbage collector takes the signal and the wait has no end. Here the timer holds the controller.

export interface Deadline {
  readonly signal: AbortSignal
  /** When the work is done: the timer must not outlive it. */
  readonly end: () => void
}

export function startDeadline(milliseconds: number, outer?: AbortSignal): Deadline {
  const controller = new AbortController()
  const onTime = () =>
    controller.abort(new DOMException(`not done within ${milliseconds} ms`, 'TimeoutError'))
  const onOuter = () => controller.abort(outer?.reason)
  const timer = setTimeout(onTime, milliseconds)
  if (outer?.aborted) onOuter()
  else outer?.addEventListener('abort', onOuter, { once: true })
  return {
    signal: controller.signal,
    end: () => {
      clearTimeout(timer)
      outer?.removeEventListener('abort', onOuter)
    },
  }
}

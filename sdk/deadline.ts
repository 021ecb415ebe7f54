// A signal that is aborted after a time, or with another one. Not AbortSignal.timeout and AbortSignal.any: in Node 20
// the garbage collector takes them while an answer is awaited, and the wait has no end. Here the timer holds it.

export interface Deadline {
  readonly signal: AbortSignal
  /** When the work is done. */
  readonly end: () => void
}

export function startDeadline(milliseconds: number, outer?: AbortSignal): Deadline {
  const controller = new AbortController()
  const onOuter = () => controller.abort(outer?.reason)
  const timer = setTimeout(
    () => controller.abort(new DOMException(`no answer within ${milliseconds / 1000} s`, 'TimeoutError')),
    milliseconds,
  )
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

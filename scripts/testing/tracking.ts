// Node follows each promise of a process of tests, to know the suite that a test is declared in; that takes about a sixth
// of the work of the tests. Suites are declared while their file is loaded and until their functions have ended: only then
// it is needed, and else switched off. An error that nobody awaits is then one of the process instead of its test.
import { type AsyncHook, AsyncResource, createHook } from 'node:async_hooks'

const hooks = new Set<AsyncHook>()
let declaring = 0

/** Before the first suite or test of the process. */
export function watchTracking(): void {
  // The hook of Node's runner has no name outside of it: each hook is of this class.
  const kind = Object.getPrototypeOf(createHook({})) as AsyncHook
  replace(kind, 'enable', (hook, enable) => {
    hooks.add(hook)
    return enable()
  })
  replace(AsyncResource.prototype, 'runInAsyncScope', (resource, run) => {
    const result: unknown = run()
    if (resource.constructor.name === 'Suite' && result instanceof Promise)
      void trackWhile(() => result.catch(() => {}))
    return result
  })
}

function replace<Kind extends object>(
  prototype: Kind,
  name: keyof Kind,
  call: (self: Kind, original: () => unknown) => unknown,
): void {
  const original = prototype[name] as (...args: unknown[]) => unknown
  const replaced = function (this: Kind, ...args: unknown[]) {
    return call(this, () => original.apply(this, args))
  }
  Object.assign(prototype, { [name]: replaced })
}

export async function trackWhile(declare: () => Promise<unknown>): Promise<void> {
  if (declaring++ === 0) for (const hook of hooks) hook.enable()
  try {
    await declare()
  } finally {
    if (--declaring === 0) for (const hook of hooks) hook.disable()
  }
}

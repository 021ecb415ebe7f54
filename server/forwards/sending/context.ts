import type { Signals } from '#server/deliveries/worker.ts'
import type { Pace } from '#server/platform/background/watch.ts'
import type { Kind, Place } from '../kinds/kind.ts'
import type { ForwardServices } from '../sources.ts'
import type { Destination } from '../store.ts'

export interface SendingContext extends ForwardServices, Signals {
  pace: Pace
}

/** A destination that is being served, as its row was when it was claimed. */
export interface Serving {
  destination: Destination
  kind: Kind
  place: Place
}

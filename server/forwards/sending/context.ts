import type { ReceiverClaim } from '#server/deliveries/receivers.ts'
import type { Signals } from '#server/deliveries/worker.ts'
import type { Pace } from '#server/platform/background/watch.ts'
import type { Kind, Place } from '../kinds/kind.ts'
import type { ForwardServices } from '../sources.ts'
import type { Destination } from '../store.ts'
import type { Doorway } from './door.ts'

export interface SendingContext extends ForwardServices, Signals {
  pace: Pace
}

/** A destination as its row was when it was opened. */
export interface Opened {
  destination: Destination
  kind: Kind
  place: Place
  doorway: Doorway
}

/** One that is being served. */
export interface Serving extends Opened {
  claim: ReceiverClaim
}

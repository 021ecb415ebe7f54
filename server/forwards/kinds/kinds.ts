// Every kind of destination that this release knows; the operator may switch off any (FORWARD_KINDS_OFF).
import type { KindName } from '#contract/forwards/words.ts'
import { cloudstreet } from './cloudstreet.ts'
import { dhvXc } from './dhv-xc.ts'
import { email } from './email.ts'
import type { Kind } from './kind.ts'
import { leonardo } from './leonardo.ts'
import { s3 } from './s3.ts'
import { webdav } from './webdav.ts'
import { xccup } from './xccup.ts'

export type Kinds = Partial<Record<KindName, Kind>>

/** In the order in which they are offered. */
export const kinds: Kinds = { webdav, s3, email, cloudstreet, 'dhv-xc': dhvXc, xccup, leonardo }

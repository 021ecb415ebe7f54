// Settings of forwards: flights that also go to places of their pilots' choice.
import { SECOND_MS } from '../time.ts'
import { flag, type Setting, wholeNumber } from './setting-types.ts'

export interface ForwardConfig {
  readonly allowPrivate: boolean
  readonly timeoutMs: number
  /** Between an upload and its first try. */
  readonly delayMs: number
  /** Of one pilot. */
  readonly perDay: number
  /** Of one destination. */
  readonly backfillPerDay: number
  readonly kindsOff: readonly string[]
}

const names: Setting<readonly string[]> = {
  parse: (value) => value.split(/[\s,]+/).filter((part) => part !== ''),
  fallback: '',
  mustBe: 'names of services separated by commas, such as leonardo,xccup',
  meaning:
    'Services that flights are not forwarded to; destinations that pilots have there are kept as ended',
}

export const forwardSettings = {
  FORWARD_ALLOW_PRIVATE: flag('Forward flights to private and loopback addresses, also by plain http'),
  FORWARD_TIMEOUT_MS: wholeNumber(30_000, 100, 300_000, 'Time limit for one try to forward a flight'),
  FORWARD_DELAY_SECONDS: wholeNumber(600, 0, 86_400, 'How long after its upload a flight is forwarded'),
  FORWARDS_PER_DAY: wholeNumber(1000, 1, 1_000_000, 'Tries a day to forward flights of one pilot'),
  FORWARD_KINDS_OFF: names,
}

/** Older flights leave room for those of today. */
const SHARE_OF_OLDER = 1 / 20

type Values = {
  readonly [Name in keyof typeof forwardSettings]: ReturnType<(typeof forwardSettings)[Name]['parse']>
}

export function readForwards(values: Values): ForwardConfig {
  return {
    allowPrivate: values.FORWARD_ALLOW_PRIVATE,
    timeoutMs: values.FORWARD_TIMEOUT_MS,
    delayMs: values.FORWARD_DELAY_SECONDS * SECOND_MS,
    perDay: values.FORWARDS_PER_DAY,
    backfillPerDay: Math.max(1, Math.floor(values.FORWARDS_PER_DAY * SHARE_OF_OLDER)),
    kindsOff: values.FORWARD_KINDS_OFF,
  }
}

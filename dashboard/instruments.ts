// The instruments and apps that can be told where to upload. The steps on each are in language/.

export const instrumentIds = ['flyskyhy', 'gaggle', 'leaf', 'xcup', 'skylines', 'other'] as const
export type InstrumentId = (typeof instrumentIds)[number]

export interface Instrument {
  id: InstrumentId
  /** Where it uploads to, below the address of this service. */
  path: string
  /** It shows a code that is typed here, instead of a password that is typed there. */
  isPaired?: boolean
}

export const instruments: readonly Instrument[] = [
  { id: 'flyskyhy', path: '/flight_submit.php' },
  { id: 'gaggle', path: '/flight_submit.php' },
  { id: 'leaf', path: '/activate', isPaired: true },
  { id: 'xcup', path: '/api/v1/' },
  { id: 'skylines', path: '/api/flights/upload' },
  { id: 'other', path: '/flight_submit.php' },
]

/** Instruments that cannot be told where to upload: their flights come as files. */
export const recorderIds = ['xctrack', 'seeyou', 'skytraxx', 'flymaster'] as const
export type RecorderId = (typeof recorderIds)[number]

export function findRecorder(id: string): RecorderId | undefined {
  return recorderIds.find((recorder) => recorder === id)
}

export function findInstrument(id: string | null | undefined): Instrument | undefined {
  return instruments.find((instrument) => instrument.id === id)
}

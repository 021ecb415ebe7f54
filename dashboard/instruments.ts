// The instruments and apps that can be told where to upload, and where a pilot types it. Shown in the dashboard.

export interface Instrument {
  id: string
  name: string
  /** Where it uploads to, below the address of this service. */
  path: string
  /** What to do on the instrument, line by line. */
  steps: readonly string[]
  /** It shows a code that is typed here, instead of a password that is typed there. */
  isPaired?: boolean
}

export const instruments: readonly Instrument[] = [
  {
    id: 'flyskyhy',
    name: 'Flyskyhy (iPhone)',
    path: '/flight_submit.php',
    steps: [
      'Open Settings, go to flight upload and choose “Other Leonardo Server”.',
      'Enter the address, user and password shown below.',
      'Upload a flight from the logbook.',
    ],
  },
  {
    id: 'gaggle',
    name: 'Gaggle (Android)',
    path: '/flight_submit.php',
    steps: [
      'Open Preferences, then the account of the Leonardo server.',
      'Enter the address, user and password shown below.',
      'Open a flight and choose “Upload”.',
    ],
  },
  {
    id: 'leaf',
    name: 'Leaf vario',
    path: '/activate',
    isPaired: true,
    steps: [
      'On the instrument, start pairing with the logbook. It shows a six-character code.',
      'Scan the QR code it shows, or open “Pair with a code” below and enter the code.',
      'Allow it. From then on the instrument uploads by itself.',
    ],
  },
  {
    id: 'xcup',
    name: 'xcup and other clients of DHV-XC',
    path: '/api/v1/',
    steps: [
      'Enter the address below as the interface address.',
      'Enter the user and password below as user and upload password.',
      'Upload a flight.',
    ],
  },
  {
    id: 'skylines',
    name: 'Scripts for SkyLines',
    path: '/api/flights/upload',
    steps: [
      'Send your files, IGC or ZIP, to the address below.',
      'Use the user and the password below for HTTP Basic authentication.',
    ],
  },
  {
    id: 'other',
    name: 'Another instrument or app',
    path: '/flight_submit.php',
    steps: [
      'Look for upload to a “Leonardo” server, or for an upload address that you can enter yourself.',
      'Enter the address, user and password shown below.',
      'Upload a flight.',
    ],
  },
]

export function findInstrument(id: string | null | undefined): Instrument | undefined {
  return instruments.find((instrument) => instrument.id === id)
}

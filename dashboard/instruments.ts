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
      'Open Settings, then the upload of flights, and choose “Other Leonardo Server”.',
      'Type the address, the user and the password that are shown below.',
      'Upload a flight from the logbook.',
    ],
  },
  {
    id: 'gaggle',
    name: 'Gaggle (Android)',
    path: '/flight_submit.php',
    steps: [
      'Open Preferences, then the account of the Leonardo server.',
      'Type the address, the user and the password that are shown below.',
      'Open a flight and choose “Upload”.',
    ],
  },
  {
    id: 'leaf',
    name: 'Leaf vario',
    path: '/activate',
    isPaired: true,
    steps: [
      'On the instrument, start the pairing with the logbook. It shows a code of six characters.',
      'Scan the QR code that it shows, or open “Pair with a code” below and type the code.',
      'Allow it. From then on the instrument uploads by itself.',
    ],
  },
  {
    id: 'xcup',
    name: 'xcup and other clients of DHV-XC',
    path: '/api/v1/',
    steps: [
      'Give the address below as that of the interface.',
      'Give the user and the password below as user and upload password.',
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
      'Look for the upload to a “Leonardo” server, or for an upload address that you can type yourself.',
      'Type the address, the user and the password that are shown below.',
      'Upload a flight.',
    ],
  },
]

export function findInstrument(id: string | null | undefined): Instrument | undefined {
  return instruments.find((instrument) => instrument.id === id)
}

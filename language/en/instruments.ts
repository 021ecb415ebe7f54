// The steps of a pilot on each instrument, line by line; the words on its screen as they are there.

const shareFile = [
  'Open the flight’s IGC file in the app and choose “Share”. On Android, Cloudstreet is among the apps once it is installed on the phone.',
  'Or save the file and choose it on the upload page.',
]
const copyFiles = [
  'Connect it to a computer by USB, where its memory appears as a drive. Flights are IGC files, often in a folder of their own.',
  'Drop them on the upload page: many at once, or as a ZIP file. Flights that you have already are recognised.',
]

export const instruments = {
  flyskyhy: {
    name: 'Flyskyhy (iPhone)',
    steps: [
      'Open Settings, go to flight upload and choose “Other Leonardo Server”.',
      'Enter the address, user and password shown below.',
      'Upload a flight from the logbook.',
    ],
  },
  gaggle: {
    name: 'Gaggle (Android)',
    steps: [
      'Open Preferences, then the account of the Leonardo server.',
      'Enter the address, user and password shown below.',
      'Open a flight and choose “Upload”.',
    ],
  },
  leaf: {
    name: 'Leaf vario',
    steps: [
      'On the instrument, start pairing with the logbook. It shows a six-character code.',
      'Scan the QR code it shows, or open “Pair with a code” below and enter the code.',
      'Allow it. From then on the instrument uploads by itself.',
    ],
  },
  xcup: {
    name: 'xcup and other clients of DHV-XC',
    steps: [
      'Enter the address below as the interface address.',
      'Enter the user and password below as user and upload password.',
      'Upload a flight.',
    ],
  },
  skylines: {
    name: 'Scripts for SkyLines',
    steps: [
      'Send your files, IGC or ZIP, to the address below.',
      'Use the user and the password below for HTTP Basic authentication.',
    ],
  },
  other: {
    name: 'Another instrument or app',
    steps: [
      'Look for upload to a “Leonardo” server, or for an upload address that you can enter yourself.',
      'Enter the address, user and password shown below.',
      'Upload a flight.',
    ],
  },
  xctrack: {
    name: 'XCTrack (Android)',
    steps: ['XCTrack uploads to XContest and to no other logbook.', ...shareFile],
  },
  seeyou: {
    name: 'SeeYou, SeeYou Navigator',
    steps: ['As far as we know, SeeYou uploads to no other logbook.', ...shareFile],
  },
  skytraxx: {
    name: 'Skytraxx',
    steps: ['The instrument uploads only to the services in its own list.', ...copyFiles],
  },
  flymaster: {
    name: 'Flymaster',
    steps: ['The instrument uploads only to the services in its own list.', ...copyFiles],
  },
}

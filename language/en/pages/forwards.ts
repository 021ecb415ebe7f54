// Forwarding: loaded with its page, and with the lines on a flight.
import type { CheckResult } from '#contract/forwards/destinations.ts'
import type { DestinationState, ForwardState, KindName } from '#contract/forwards/words.ts'
import { plural } from '../../plural.ts'

const flights = (count: number) => `${count} ${plural(count, 'flight', 'flights')}`

const kinds: Record<KindName, string> = {
  webdav: 'WebDAV: Nextcloud and others',
  s3: 'S3 bucket',
  email: 'Email',
  cloudstreet: 'Another Cloudstreet',
  'dhv-xc': 'DHV-XC',
  xccup: 'XCCup',
  leonardo: 'Leonardo server',
  skylines: 'SkyLines',
  fittrackee: 'FitTrackee',
}
const states: Record<DestinationState, string> = {
  active: 'Active',
  needs_you: 'Needs you',
  paused: 'Paused',
  off: 'Off',
  ended: 'No longer offered',
}
const says: Record<DestinationState, string> = {
  active: 'New flights are sent there some minutes after the upload.',
  needs_you:
    'Your flights are on hold: the service refuses the address or the sign-in. Correct it under Edit, then test again.',
  paused: 'New flights wait here until you resume.',
  off: 'New flights are not queued, and none are sent.',
  ended: 'This service is no longer offered here. Flights that were sent stay there.',
}
const forwardStates: Record<ForwardState, string> = {
  waiting: 'Waiting',
  sending: 'Being sent',
  delivered: 'Delivered',
  already_there: 'Already there',
  refused: 'Refused',
  expired: 'Too late',
  given_up: 'Given up',
}
const checked: Record<CheckResult['data']['result'], string> = {
  delivered: 'The test succeeded. Flights can be sent.',
  duplicate: 'The test succeeded. Flights can be sent.',
  refused: 'The service refused.',
  credential: 'Sign-in failed.',
  missing: 'There is nothing at this address. Correct it under Edit, then test again.',
  later: 'The service cannot be reached right now. Your flights are on hold and will be sent later.',
  unknown: 'The service answered in a form that Cloudstreet does not know.',
}

export const forwards = {
  kinds,
  states,
  says,
  forwardStates,
  checked,
  /** Why a flight waits. */
  held: {
    needs_you: 'Waits until you correct the destination:',
    paused: 'Waits while the destination is paused:',
    off: 'Waits while the destination is off:',
    ended: 'Is not sent: the service is no longer offered here.',
  },
  fields: {
    url: 'Address',
    user: 'User name',
    password: 'Password',
    yearFolders: 'A folder for each year',
    bucket: 'Bucket',
    region: 'Region',
    folder: 'Folder',
    accessKeyId: 'Access key ID',
    secretAccessKey: 'Secret access key',
    key: 'Personal API key',
    publish: 'Publish at once; otherwise only you see the flight there',
    category: 'Class',
    to: 'Email address',
    code: 'Code from the email to this address',
  },
  hints: {
    'webdav.url': 'The folder for your flights. It is created if it does not exist.',
    's3.url': 'Leave it empty for Amazon S3.',
    'cloudstreet.key': 'Made there under Developers, with the right to upload flights.',
    'dhv-xc.password': 'The upload password from your DHV-XC profile, not the one you sign in with.',
    'dhv-xc.url': 'Only for another server of DHV-XC.',
    'xccup.url': 'Only for another server of XCCup.',
    'leonardo.url': 'The whole address of flight_submit.php.',
    'xccup.user': 'The email address of your account there.',
    'email.code': 'Not needed for your own address.',
  },
  about: 'Upload once: each new flight also reaches your cloud folder, your club and your leagues.',
  add: 'Add a destination',
  none: 'No destinations yet',
  noneWhat: 'Choose a service that should get your flights, too. You can pause it at any time.',
  noKinds: 'The operator of this service offers no destinations.',
  kind: 'Service',
  label: 'Name, as you like',
  optional: (field: string) => `${field} (if you like)`,
  asksForCode:
    'A code was mailed to this address. Ask its reader for it, and enter it under Edit: flights wait until then.',
  appPassword:
    'Use an app password made only for this, if the service has them: you can revoke it there at any time.',
  sealed: 'It is stored encrypted and never shown again.',
  keeps: 'Leave it empty to keep the saved one.',
  saveAndTest: 'Save and test',
  publishes: 'This league publishes your flights. Private ones are never sent to it.',
  deadline: (days: number) => `It takes flights up to ${days} days old.`,
  shared: (count: number) =>
    `The service accepts ${count} flights an hour from all pilots here together. A waiting flight shows when it will be sent.`,
  noZones: 'The original file is sent whole: your privacy zones do not apply there.',
  noDeleting: 'Deleting a flight here does not delete it there.',
  onlySome: 'Only some flights',
  flownSince: 'Flown on this day or later',
  minDistance: (unit: string) => `Shortest distance (${unit})`,
  minPoints: 'Fewest points',
  onlyPublic: 'Only public flights',
  onlyClasses: 'Only these classes (none chosen: all)',
  counts: (delivered: number, waiting: number, failed: number) =>
    [`${delivered} delivered`, waiting > 0 && `${waiting} waiting`, failed > 0 && `${failed} refused`]
      .filter(Boolean)
      .join(' · '),
  last: (ago: string) => `last ${ago}`,
  nextTry: (when: string) => `next try ${when}`,
  failing: (moment: string) =>
    `The service has accepted nothing since ${moment}. Your flights are on hold and will be sent later.`,
  said: (words: string) => `The service says: “${words}”`,
  test: 'Test',
  pause: 'Pause',
  resume: 'Resume',
  turnOff: 'Turn off',
  older: 'Send older flights',
  sent: 'Flights sent',
  deleteQuestion: (label: string) => `Delete ${label}?`,
  deleteIt: 'Delete it',
  deleteWhat: 'Waiting flights are not sent. Flights that were sent stay there.',
  since: 'Flown on this day or later (empty: all)',
  takes: (count: number, perDay: number, days: number) =>
    `${flights(count)}, at most ${perDay} a day, the newest first: it takes at least ${days} ${plural(days, 'day', 'days')}.`,
  sendThem: (count: number) => `Send ${flights(count)}`,
  nothingOlder: 'Nothing to send: all matching flights have been sent or are on their way.',
  nothingSent: 'Nothing has been sent yet.',
  flightOf: (moment: string) => `Flight of ${moment}`,
  open: 'Open it there',
  tryNow: 'Try now',
  /** Folders that are watched: flights come from there. */
  sources: {
    name: 'Watched folder',
    add: 'Watch a folder',
    about:
      'New and changed IGC files in this folder, and in folders in it, are imported every 15 minutes. Nothing is changed or deleted there.',
    url: 'The folder with your IGC files.',
    says: {
      active: 'New flights in this folder are imported every 15 minutes.',
      needs_you: 'The folder cannot be read. Check the address and the sign-in under Edit, then test again.',
      paused: 'The folder is not read until you resume.',
      off: 'The folder is not read until you resume.',
      ended: 'This service is no longer offered here. Flights that were imported stay here.',
    } as Record<DestinationState, string>,
    /** Instead of what is said of a destination. */
    checked: {
      delivered: 'The test succeeded: the folder can be read.',
      later: 'The folder cannot be reached right now. It will be tried again.',
    } as Partial<Record<CheckResult['data']['result'], string>>,
    failing: (moment: string) => `The folder has not been readable since ${moment}. It will be tried again.`,
    counts: (stored: number, waiting: number, refused: number) =>
      [
        `${stored} ${plural(stored, 'file', 'files')} imported`,
        waiting > 0 && `${waiting} waiting`,
        refused > 0 && `${refused} refused`,
      ]
        .filter(Boolean)
        .join(' · '),
    last: (ago: string) => `last look ${ago}`,
    nextTry: (when: string) => `next look ${when}`,
    lookNow: 'Look now',
    files: 'Files',
    noFiles: 'No files were found there yet.',
    fileStates: { stored: 'Imported', waiting: 'Waiting', refused: 'Refused' },
    deleteWhat: 'The folder is no longer read. Flights that were imported stay here.',
  },
  byHand: 'XContest takes no uploads from other services.',
  byHandUntil: <Node>(download: (words: string) => Node, open: (words: string) => Node, day: string) => [
    download('Download the file'),
    ' and ',
    open('upload it there'),
    ` by ${day}.`,
  ],
}

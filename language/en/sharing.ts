// Visibility of a flight: the share dialog, and sharing in the account.
import { plural } from '../plural.ts'

export const sharing = {
  title: 'Sharing',
  intro: 'Your flights are private until you say otherwise.',
  flights: 'Flights',
  newFlightsAre: 'New flights are',
  names: {
    private: 'Private',
    unlisted: 'Unlisted',
    public: 'Public',
  },
  meanings: {
    private: 'Only you see it.',
    unlisted: 'Anyone with the secret link sees it.',
    public: 'Everyone sees it, and search engines may find it.',
  },
  makeAll: {
    private: 'Make all my flights private',
    unlisted: 'Make all my flights unlisted',
    public: 'Make all my flights public',
  },
  makeAllQuestion: {
    private: 'Make all your flights private?',
    unlisted: 'Make all your flights unlisted?',
    public: 'Make all your flights public?',
  },
  makeThem: {
    private: 'Make them private',
    unlisted: 'Make them unlisted',
    public: 'Make them public',
  },
  linksEnd: 'Links that you have given away stop working. Shared again, a flight gets a new link.',
  appsNotified: 'Your connected apps are notified of each flight that changes.',
  straightFlights:
    'Flights that lead straight to a place which you hide, or straight away from it, show where it is. The share dialog of a flight tells you so.',
  changed: (count: number) => `${count} ${plural(count, 'flight', 'flights')} changed.`,
  publicProfile: 'Public profile',
  publicProfileWhat: 'Your name, picture, club, public flights and their totals, for everyone.',
  saveAddress: 'Save address',
  address: 'Address',
  addressHint: '2 to 30 lower-case letters, digits and hyphens.',
  noPage: 'There is no public page until the profile is public and has an address.',
  zones: 'Privacy zones',
  zonesWhat:
    'What you fly inside a zone is hidden from everyone else, in all of your flights and in every figure of them. The part that is hidden is at least three times as wide as the zone, 2 km around it or more, and not centred on it: no one can work out where it is. A zone that you remove and put again, move a little or resize is hidden in the same way as before. You always see your whole flights.',
  removeNamed: (name: string) => `Remove ${name}`,
  remove: 'Remove',
  home: 'Home',
  addZone: 'Add zone',
  zoneName: 'Name',
  zonePlace: 'Latitude, longitude',
  zonePlaceHint:
    'In degrees, such as 46.6820, 8.0850. The share dialog of a flight takes its landing or take-off.',
  zoneRadius: 'Radius in metres',
  shareFlight: 'Share this flight',
  whoMaySee: 'Who may see it',
  link: 'link',
  shareLink: 'Share link …',
  seeAsOthers: 'See it as others do',
  replaceLink: 'Replace link',
  replaceHint: 'Replacing the link ends the old one at once.',
  hiddenPart: 'Your privacy zones hide part of this flight from others.',
  hiddenAll: 'Your privacy zones hide all of this flight: nobody else sees it.',
  guessable:
    'The place that you hide can be guessed from what others see of this flight, as it leads straight there or away from it. Two such flights show where it is: better keep it private.',
  hiddenPhotos: (count: number) =>
    `${count} ${plural(count, 'photo was', 'photos were')} taken there, and ${plural(count, 'is', 'are')} hidden too.`,
  hidePlace: 'Hide a place, such as your home',
  hidePlaceWhat: <Node>(link: (words: string) => Node) => [
    'A privacy zone hides what is around a place from everyone else, in all of your flights. You find your zones under ',
    link('Sharing'),
    ' in your account.',
  ],
  landing: 'Landing',
  takeoff: 'Take-off',
  hideLanding: 'Hide where I landed',
  hideTakeoff: 'Hide where I took off',
  hiddenFromNow: (place: string) => `${place} hidden from now on.`,
}

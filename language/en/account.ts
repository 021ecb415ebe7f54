// Settings: the profile, how pages are read, export and deletion.

export const account = {
  tabs: {
    profile: 'Profile and units',
    sharing: 'Privacy and sharing',
    security: 'Security and apps',
    data: 'Your data',
  },

  memberSince: (email: string, date: string) => `${email}, member since ${date}`,
  earlyAdopter: 'Early adopter',
  profile: 'Profile',
  name: 'Name',
  club: 'Club',
  civlId: 'CIVL ID',
  civlIdHint: 'Your number in the CIVL world ranking.',
  civlIdWrong: 'A CIVL ID has digits only, such as 12345. Leave it empty if you have none.',
  isPublic: 'My profile is public',
  save: 'Save changes',
  saved: 'Saved.',

  picture: 'Picture',
  yourPicture: 'Your picture',
  choosePicture: 'Choose picture',
  changePicture: 'Change picture',
  removePicture: 'Remove picture',
  pictureHint: 'JPEG, PNG, WebP, GIF or AVIF, up to 1 MB. The location in the file is removed.',

  reading: 'Language and units',
  readingHint: 'For these pages and our emails to you. Points are never converted.',
  language: 'Language',
  asBrowser: 'As the browser',
  units: 'Units',
  metric: 'Metric: km, m, m/s',
  imperial: 'Imperial: mi, ft, fpm',
  clock: 'Time of day',
  clock24: '24 hours: 14:05',
  clock12: '12 hours: 2:05 pm',

  dataIntro: 'Your data is yours: download it, or delete it.',
  export: 'Export',
  exportWhat:
    'One ZIP file with every IGC file as you uploaded it, and your profile, scores, keys, connected apps and access log as JSON.',
  downloadAll: 'Download everything',
  deleteAccount: 'Delete account',
  deleteWhat:
    'Your flights, files and keys are deleted at once. Connected apps are notified and lose access.',
  deleteTitle: 'Delete your account?',
  deleteWarning: 'This cannot be undone. Download your data first if you might want it later.',
  deleteEverything: 'Delete everything',
  keepAccount: 'Keep account',
  deleted: 'Your account is deleted',
  deletedWhat: 'Your flights, files, keys, webhooks and all other data are deleted. Happy landings.',
  goHome: 'Go to the home page',
}

// The page at /.

export const landing = {
  title: 'Your flights, scored exactly',
  description:
    'Cloudstreet is a logbook for paraglider and hang glider pilots: drop an IGC file, see the flight on a map with its exact score and the proof, and share it with the applications you choose.',
  preview: 'A flight in Cloudstreet: the track on a map with its scored triangle.',
  drop: 'Drop an IGC file here, or choose one',
  staysHere: 'Scored in your browser, without an account. The file stays on your device.',
  needsScript: 'This needs JavaScript; uploading to your logbook by a program does not.',
  opening: (name: string) => `Opening ${name} …`,
  notOpened: (name: string) => `${name} could not be opened here. Reload the page and try again.`,
  headline: 'Drop a flight.',
  headlineEnd: 'Know what it was worth.',
  lead: 'For paraglider and hang glider pilots: Cloudstreet reads your IGC file, finds the best score the rules allow, proves that there is no better one, and keeps the flight in a logbook that belongs to you.',
  start: 'Start your logbook',
  signIn: 'Sign in',
  picture:
    'A flight in Cloudstreet: the track on a map with its scored triangle, the figures beside it, the barogram below.',
  play: 'Play this flight',
  forPilots: 'For pilots',
  anyRecorder: 'Files from any recorder.',
  anyRecorderText: 'If one is broken, you learn which line and why before it is uploaded.',
  exact: 'An exact score.',
  exactText: 'Turnpoints, legs and closing distance, with the proof beside them.',
  yourData: 'Your data, your decision.',
  yourDataText:
    'See what each connected app has read, and when; disconnect it with one click; download everything you have.',
  forDevelopers: 'For developers',
  developersText:
    'A REST API with OAuth 2.0 (authorization code with PKCE, device code, client credentials), personal API keys and signed webhooks. One command uploads a flight:',
  uploadByCurl: 'Upload a flight with curl',
  documentation: 'API documentation',
  createKey: 'Create an API key',
  openapi: 'OpenAPI description',
  worksWith: 'Works with',
  uploaders: 'These upload by themselves:',
  recorders: 'From these, and everything else that writes IGC files, drop the file:',
  setUp: 'Set up an instrument',
  runIt: 'Run it yourself',
  runItText:
    'On Linux with Node 20 or newer, one command in the source folder starts everything, on its own database:',
  startService: 'Start the service',
  asService: 'As a service or a container',
  about: 'About',
  source: 'Source',
  licence: 'MIT licence',
  version: (version: string) => `Version ${version}`,
  privacy: 'Privacy',
}

export type Landing = typeof landing

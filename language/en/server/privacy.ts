// /privacy.
import { sentence, type Slot } from '../../sentence.ts'

const days = (count: number) => (count === 1 ? 'a day' : `${count} days`)

export const privacy = {
  title: 'Privacy',
  description: 'What Cloudstreet stores about you, for how long, and who sees it.',
  lead: 'What this installation of Cloudstreet stores about you, for how long, and who sees it.',
  without: 'Without an account',
  withoutText:
    'A file that you drop on the start page is read and scored in your browser. It is kept in that tab, and is sent only after you choose to keep it and are signed in. Your browser asks the map for the area of the flight.',
  with: 'With an account',
  kept: 'Your email address, your profile, your flights with their files, and the keys and connections you make are kept until you delete them.',
  logs: (signIns: number, reads: number) =>
    `Sign-ins and changes of your account, with address and browser, are kept for ${days(signIns)}; what each app has read, by day, for ${days(reads)}.`,
  leave: (download: Slot) =>
    sentence`You can ${download}, at any time. Earlier backups may contain it until the people who run this service have replaced them.`,
  download: 'download everything, or delete the account',
  whoSees: 'Who sees your flights',
  whoSeesText:
    'Nobody but you, unless you share a flight, publish your profile or connect an app. Each connected app sees what you have allowed it, until you disconnect it. Privacy zones hide places from everybody else.',
  cookies: 'Cookies and other sites',
  cookiesText:
    'Cookies keep you signed in, remember your language and protect forms. Your browser keeps your last ten flights and files that wait for a network until you sign out, for 14 days at most. There is no advertising and no tracking.',
  mapsFrom: (host: string) => `Maps come from ${host}, which sees your address and the area you look at.`,
  nothingElse: 'The pages load nothing from other sites.',
  heightsFrom: (host: string) =>
    `Heights of the ground come from ${host}. It learns which squares of one degree, some 100 km wide, somebody here has flown over, private flights and those in privacy zones included; nothing of who, when or where within them.`,
  sitesFrom: (host: string) =>
    `Names of take-offs come from OpenStreetMap (© its contributors, ODbL) by way of ${host}, which has learned in which squares of one degree, some 100 km wide, flights here began, private ones and those in privacy zones included; nothing of who, when or where within them.`,
  contact: 'Contact',
}

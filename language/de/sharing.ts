import type { sharing as English } from '../en/sharing.ts'
import { plural } from '../plural.ts'

export const sharing: typeof English = {
  title: 'Teilen',
  intro: 'Deine Flüge sind privat, bis du es änderst.',
  flights: 'Flüge',
  newFlightsAre: 'Neue Flüge sind',
  names: {
    private: 'Privat',
    unlisted: 'Nicht gelistet',
    public: 'Öffentlich',
  },
  meanings: {
    private: 'Nur du siehst ihn.',
    unlisted: 'Wer den geheimen Link hat, sieht ihn.',
    public: 'Alle sehen ihn, und Suchmaschinen dürfen ihn finden.',
  },
  makeAll: {
    private: 'Alle meine Flüge privat machen',
    unlisted: 'Keinen meiner Flüge listen',
    public: 'Alle meine Flüge öffentlich machen',
  },
  makeAllQuestion: {
    private: 'Alle deine Flüge privat machen?',
    unlisted: 'Keinen deiner Flüge listen?',
    public: 'Alle deine Flüge öffentlich machen?',
  },
  makeThem: {
    private: 'Privat machen',
    unlisted: 'Nicht listen',
    public: 'Öffentlich machen',
  },
  linksEnd:
    'Links, die du weitergegeben hast, gelten nicht mehr. Teilst du einen Flug wieder, bekommt er einen neuen Link.',
  appsNotified: 'Deine verbundenen Apps erfahren von jedem Flug, der sich ändert.',
  straightFlights:
    'Flüge, die gerade zu einem Ort führen, den du verbirgst, oder gerade von dort weg, zeigen, wo er ist. Der Teilen-Dialog eines Flugs sagt es dir.',
  changed: (count) => `${count} ${plural(count, 'Flug', 'Flüge')} geändert.`,
  publicProfile: 'Öffentliches Profil',
  publicProfileWhat: 'Dein Name, Bild, Verein, deine öffentlichen Flüge und ihre Summen, für alle.',
  saveAddress: 'Adresse speichern',
  address: 'Adresse',
  addressHint: '2 bis 30 Kleinbuchstaben, Ziffern und Bindestriche.',
  noPage: 'Eine öffentliche Seite gibt es erst, wenn das Profil öffentlich ist und eine Adresse hat.',
  zones: 'Privatzonen',
  zonesWhat:
    'Was du in einer Zone fliegst, bleibt allen anderen verborgen, in allen deinen Flügen und in jeder Zahl dazu. Der verborgene Teil ist mindestens dreimal so breit wie die Zone, also 2 km oder mehr um sie herum, und liegt nicht mittig darauf, damit niemand ausrechnen kann, wo sie ist. Eine Zone, die du entfernst und wieder anlegst, etwas verschiebst oder in der Größe änderst, wird verborgen wie zuvor. Du selbst siehst deine Flüge immer ganz.',
  removeNamed: (name) => `${name} entfernen`,
  remove: 'Entfernen',
  home: 'Zuhause',
  addZone: 'Zone hinzufügen',
  zoneName: 'Name',
  zonePlace: 'Breite, Länge',
  zonePlaceHint:
    'In Grad, etwa 46.6820, 8.0850. Der Teilen-Dialog eines Flugs übernimmt dessen Lande- oder Startplatz.',
  zoneRadius: 'Radius in Metern',
  shareFlight: 'Diesen Flug teilen',
  whoMaySee: 'Wer ihn sehen darf',
  link: 'Link',
  shareLink: 'Link teilen …',
  seeAsOthers: 'Sehen, was andere sehen',
  replaceLink: 'Link ersetzen',
  replaceHint: 'Ersetzt du den Link, gilt der alte sofort nicht mehr.',
  hiddenPart: 'Deine Privatzonen verbergen einen Teil dieses Flugs vor anderen.',
  hiddenAll: 'Deine Privatzonen verbergen den ganzen Flug: Niemand sonst sieht ihn.',
  guessable:
    'Der Ort, den du verbirgst, lässt sich aus dem erraten, was andere von diesem Flug sehen: Er führt gerade dorthin oder von dort weg. Zwei solche Flüge zeigen, wo er ist; lass ihn besser privat.',
  hiddenPhotos: (count) =>
    `${count} ${plural(count, 'Foto ist', 'Fotos sind')} dort entstanden und ebenfalls verborgen.`,
  hidePlace: 'Einen Ort verbergen, etwa dein Zuhause',
  hidePlaceWhat: (link) => [
    'Eine Privatzone verbirgt vor allen anderen, was um einen Ort herum liegt, in allen deinen Flügen. Deine Zonen findest du unter ',
    link('Teilen'),
    ' in deinem Konto.',
  ],
  landing: 'Landeplatz',
  takeoff: 'Startplatz',
  hideLanding: 'Meinen Landeplatz verbergen',
  hideTakeoff: 'Meinen Startplatz verbergen',
  hiddenFromNow: (place) => `Ab jetzt verborgen: ${place}.`,
}

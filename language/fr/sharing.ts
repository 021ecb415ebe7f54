import type { sharing as English } from '../en/sharing.ts'
import { frenchPlural as plural } from '../plural.ts'

export const sharing: typeof English = {
  title: 'Partage',
  intro: 'Tes vols sont privés tant que tu n’en décides pas autrement.',
  flights: 'Vols',
  newFlightsAre: 'Les nouveaux vols sont',
  names: {
    private: 'Privé',
    unlisted: 'Non répertorié',
    public: 'Public',
  },
  meanings: {
    private: 'Personne d’autre que toi ne le voit.',
    unlisted: 'Qui a le lien secret le voit.',
    public: 'Tout le monde le voit, et les moteurs de recherche peuvent le trouver.',
  },
  makeAll: {
    private: 'Rendre tous mes vols privés',
    unlisted: 'Ne répertorier aucun de mes vols',
    public: 'Rendre tous mes vols publics',
  },
  makeAllQuestion: {
    private: 'Rendre tous tes vols privés ?',
    unlisted: 'Ne répertorier aucun de tes vols ?',
    public: 'Rendre tous tes vols publics ?',
  },
  makeThem: {
    private: 'Les rendre privés',
    unlisted: 'Ne pas les répertorier',
    public: 'Les rendre publics',
  },
  linksEnd:
    'Les liens que tu as donnés cessent de fonctionner. Partagé à nouveau, un vol reçoit un nouveau lien.',
  appsNotified: 'Tes applis connectées sont prévenues de chaque vol qui change.',
  straightFlights:
    'Les vols qui mènent tout droit à un lieu que tu caches, ou qui en viennent tout droit, montrent où il est. La fenêtre de partage d’un vol te le dit.',
  changed: (count) => `${count} ${plural(count, 'vol modifié', 'vols modifiés')}.`,
  publicProfile: 'Profil public',
  publicProfileWhat: 'Ton nom, ta photo, ton club, tes vols publics et leurs totaux, pour tout le monde.',
  saveAddress: 'Enregistrer l’adresse',
  address: 'Adresse',
  addressHint: '2 à 30 lettres minuscules, chiffres et tirets.',
  noPage: 'Il n’y a pas de page publique tant que le profil n’est pas public et n’a pas d’adresse.',
  zones: 'Zones privées',
  zonesWhat:
    'Ce que tu voles dans une zone est caché à tous les autres, dans tous tes vols et dans chacun de leurs chiffres. La partie cachée est au moins trois fois plus large que la zone, 2 km ou plus autour d’elle, et n’est pas centrée sur elle, pour que personne ne puisse la situer. Une zone que tu retires puis remets, déplaces un peu ou redimensionnes est cachée comme avant. Toi, tu vois toujours tes vols en entier.',
  removeNamed: (name) => `Retirer ${name}`,
  remove: 'Retirer',
  home: 'Maison',
  addZone: 'Ajouter la zone',
  zoneName: 'Nom',
  zonePlace: 'Latitude, longitude',
  zonePlaceHint:
    'En degrés, par exemple 46.6820, 8.0850. La fenêtre de partage d’un vol reprend son atterrissage ou son décollage.',
  zoneRadius: 'Rayon en mètres',
  shareFlight: 'Partager ce vol',
  whoMaySee: 'Qui peut le voir',
  link: 'lien',
  shareLink: 'Partager le lien …',
  seeAsOthers: 'Le voir comme les autres',
  replaceLink: 'Remplacer le lien',
  replaceHint: 'Remplacer le lien met aussitôt fin à l’ancien.',
  hiddenPart: 'Tes zones privées cachent une partie de ce vol aux autres.',
  hiddenAll: 'Tes zones privées cachent tout ce vol : personne d’autre ne le voit.',
  guessable:
    'Le lieu que tu caches peut être deviné à partir de ce que les autres voient de ce vol : il y mène tout droit, ou il en vient. Deux vols de ce genre montrent où il est ; mieux vaut le garder privé.',
  hiddenPhotos: (count) =>
    `${count} ${plural(count, 'photo y a été prise ; elle est cachée', 'photos y ont été prises ; elles sont cachées')} aussi.`,
  hidePlace: 'Cacher un lieu, par exemple chez toi',
  hidePlaceWhat: (link) => [
    'Une zone privée cache à tous les autres ce qui entoure un lieu, dans tous tes vols. Tu trouves tes zones sous ',
    link('Partage'),
    ' dans ton compte.',
  ],
  landing: 'Atterrissage',
  takeoff: 'Décollage',
  hideLanding: 'Cacher où j’ai atterri',
  hideTakeoff: 'Cacher d’où j’ai décollé',
  hiddenFromNow: (place) => `Caché désormais : ${place}.`,
}

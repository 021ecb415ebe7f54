import type * as English from '../../en/server/privacy.ts'
import { sentence } from '../../sentence.ts'

const days = (count: number) => (count === 1 ? 'un jour' : `${count} jours`)

export const privacy: typeof English.privacy = {
  title: 'Confidentialité',
  description: 'Ce que Cloudstreet garde de toi, combien de temps, et qui le voit.',
  lead: 'Ce que cette installation de Cloudstreet garde de toi, combien de temps, et qui le voit.',
  without: 'Sans compte',
  withoutText:
    'Un fichier que tu déposes sur la page d’accueil est lu et scoré dans ton navigateur. Il reste dans cet onglet et n’est envoyé que lorsque tu choisis de le garder et que tu es dans ton compte. La zone du vol est demandée à la carte.',
  with: 'Avec un compte',
  kept: 'Ton adresse e-mail, ton profil, tes vols avec leurs fichiers, ainsi que les clés et les connexions que tu crées sont gardés jusqu’à ce que tu les supprimes.',
  logs: (signIns, reads) =>
    `Les connexions et les modifications de ton compte, avec l’adresse et le navigateur, sont gardées ${days(signIns)} ; ce que chaque application a lu, par jour, ${days(reads)}.`,
  leave: (download) =>
    sentence`Tu peux ${download} à tout moment. Des sauvegardes antérieures peuvent le contenir jusqu’à ce que les personnes qui gèrent ce service les aient remplacées.`,
  download: 'tout télécharger ou supprimer le compte',
  whoSees: 'Qui voit tes vols',
  whoSeesText:
    'Personne d’autre que toi, sauf si tu partages un vol, publies ton profil ou connectes une application. Chaque application connectée voit ce que tu lui as permis, jusqu’à ce que tu la déconnectes. Les zones privées cachent des lieux à tous les autres.',
  cookies: 'Cookies et autres sites',
  cookiesText:
    'Les cookies gardent ta session ouverte, retiennent ta langue et protègent les formulaires. Ton navigateur garde tes dix derniers vols et les fichiers qui attendent le réseau jusqu’à ta déconnexion, 14 jours au plus. Il n’y a ni publicité ni pistage.',
  mapsFrom: (host) => `Les cartes viennent de ${host}, qui voit ton adresse et la zone que tu regardes.`,
  nothingElse: 'Les pages ne chargent rien depuis d’autres sites.',
  heightsFrom: (host) =>
    `Les altitudes du sol viennent de ${host}. Ce serveur apprend quels carrés d’un degré, d’environ 100 km de large, quelqu’un ici a survolés, vols privés et zones privées compris ; rien sur qui, quand ou à quel endroit.`,
  sitesFrom: (host) =>
    `Les noms des décollages viennent d’OpenStreetMap (© ses contributeurs, ODbL) par ${host}, qui a appris dans quels carrés d’un degré, d’environ 100 km de large, des vols d’ici ont commencé, vols privés et zones privées compris ; rien sur qui, quand ou à quel endroit.`,
  contact: 'Contact',
}

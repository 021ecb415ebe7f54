import type { account as English } from '../en/account.ts'

export const account: typeof English = {
  tabs: {
    profile: 'Profil et unités',
    sharing: 'Confidentialité et partage',
    security: 'Sécurité et applis',
    data: 'Tes données',
  },

  memberSince: (email, date) => `${email}, membre depuis le ${date}`,
  earlyAdopter: 'Membre de la première heure',
  profile: 'Profil',
  name: 'Nom',
  club: 'Club',
  civlId: 'Identifiant CIVL',
  civlIdHint: 'Ton numéro au classement mondial CIVL.',
  civlIdWrong:
    'Un identifiant CIVL ne contient que des chiffres, par exemple 12345. Laisse vide si tu n’en as pas.',
  isPublic: 'Mon profil est public',
  save: 'Enregistrer',
  saved: 'Enregistré.',

  picture: 'Photo',
  yourPicture: 'Ta photo',
  choosePicture: 'Choisir une photo',
  changePicture: 'Changer de photo',
  removePicture: 'Retirer la photo',
  pictureHint: 'JPEG, PNG, WebP, GIF ou AVIF, 1 Mo au plus. Le lieu enregistré dans le fichier est effacé.',

  reading: 'Langue et unités',
  readingHint: 'Pour ces pages et nos e-mails. Les points restent des points.',
  language: 'Langue',
  asBrowser: 'Celle du navigateur',
  units: 'Unités',
  metric: 'Métriques : km, m, m/s',
  imperial: 'Impériales : mi, ft, fpm',
  clock: 'Heure',
  clock24: '24 heures : 14:05',
  clock12: '12 heures : 2:05 PM',

  dataIntro: 'Tes données t’appartiennent : télécharge-les ou supprime-les.',
  export: 'Exporter',
  exportWhat:
    'Un fichier ZIP avec chaque fichier IGC tel que tu l’as envoyé, ainsi que ton profil, tes scores, tes clés, tes applis connectées et le journal d’accès en JSON.',
  downloadAll: 'Tout télécharger',
  deleteAccount: 'Supprimer le compte',
  deleteWhat:
    'Tes vols, fichiers et clés sont supprimés aussitôt. Les applis connectées sont prévenues et perdent l’accès.',
  deleteTitle: 'Supprimer ton compte ?',
  deleteWarning: 'C’est définitif. Télécharge d’abord tes données si tu peux en avoir besoin plus tard.',
  deleteEverything: 'Tout supprimer',
  keepAccount: 'Garder le compte',
  deleted: 'Ton compte est supprimé',
  deletedWhat: 'Tes vols, fichiers, clés, webhooks et toutes tes autres données sont supprimés. Bons vols !',
  goHome: 'Aller à l’accueil',
}

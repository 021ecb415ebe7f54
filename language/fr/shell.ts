import type { shell as English } from '../en/shell.ts'
import { frenchPlural as plural } from '../plural.ts'

export const shell: typeof English = {
  upload: 'Envoyer',
  compare: 'Comparer',
  me: 'Moi',
  publicProfile: 'Profil public',
  settings: 'Réglages',
  operate: 'Exploitation',
  more: 'Plus',
  signOut: 'Se déconnecter',
  notFound: 'Page introuvable',
  notFoundWhy: 'Le lien est peut-être périmé, ou l’adresse mal saisie.',
  openLogbook: 'Ouvrir le carnet de vol',

  loading: 'Chargement',
  tryAgain: 'Réessayer',
  close: 'Fermer',
  cancel: 'Annuler',
  uploadFiles: 'Envoyer des fichiers IGC',
  chooseFiles: 'Choisir des fichiers',
  igcFiles: 'Fichiers IGC',

  unreachable: 'Le service est injoignable. Vérifie ta connexion et réessaie.',
  needsNetwork: 'Il faut le réseau pour cela, et le service est injoignable. Réessaie une fois en ligne.',
  offline: (when) => `Hors ligne : vols tels qu’au ${when}`,
  notOffline: 'Cette page a besoin du réseau',
  failed: (status) => `Le service n’a pas répondu (statut ${status}). Réessaie dans un instant.`,
  tooMany: (seconds) =>
    `Trop de requêtes. Réessaie dans ${seconds} ${plural(seconds, 'seconde', 'secondes')}.`,

  confirm: 'Confirmer',
  confirmTitle: 'Confirme que c’est bien toi',
  confirmWhy: 'Ta connexion date un peu. Confirme que c’est bien toi pour continuer.',
  yourPassword: 'Ton mot de passe',
  authenticatorCode: 'Code de ton application d’authentification',
  usePassword: 'Utiliser plutôt le mot de passe',
  useCode: 'Utiliser plutôt un code',
  usePasskey: 'Utiliser une clé d’accès',
  noPasskeys: 'Ce navigateur ne peut pas utiliser de clé d’accès ici.',
  passkeyCancelled: 'Aucune clé d’accès utilisée : demande annulée ou délai dépassé.',
  passkeyExists: 'Cet appareil a déjà une clé d’accès pour ton compte.',
  passkeyNotHere: 'Les clés d’accès ne peuvent pas être utilisées à cette adresse.',
}

import type * as English from '../../en/server/failures.ts'

export const failures: typeof English.failures = {
  notAllowed: 'Ce n’est pas autorisé',
  notFound: 'Page introuvable',
  tooMany: 'Trop de tentatives',
  oneMoment: 'Un instant, s’il te plaît',
  ourFault: 'Un problème est survenu',
  failed: 'Ça n’a pas marché',
  toStart: 'Aller à l’accueil',
  forSupport: 'Détails pour l’assistance',
  request: (id) => `Requête ${id}`,
  nothingHere: 'Il n’y a rien à cette adresse.',
  tryAgainIn: (seconds) =>
    seconds < 60
      ? `Réessaie dans ${seconds === 1 ? 'une seconde' : `${seconds} secondes`}.`
      : `Réessaie dans ${Math.ceil(seconds / 60) === 1 ? 'une minute' : `${Math.ceil(seconds / 60)} minutes`}.`,
}

export const refusals: typeof English.refusals = {
  otherSite: 'Cette requête vient d’un autre site, rien n’a donc été modifié.',
  formOfOtherSite: 'Ce formulaire a été envoyé depuis un autre site.',
  formExpired: 'Ce formulaire a expiré ou appartient à une autre session. Ouvre à nouveau la page.',
  wrongPassword: 'Le mot de passe actuel est incorrect.',
  hasApp: 'Tu as déjà une application d’authentification. Supprime-la d’abord.',
  setUpExpired: 'La configuration a expiré. Recommence.',
  wrongAppCode: 'Ce code est incorrect. L’horloge de ton téléphone est-elle à l’heure ?',
  noSecondFactor: 'Tu n’as pas de second facteur.',
  noFlight: 'Ce vol n’existe pas.',
  noProfile: 'Ce profil n’existe pas.',
  noDatabase: 'Le service ne peut pas joindre sa base de données ; réessaie dans un instant.',
  isBusy: 'Autre chose occupe en ce moment ce dont ceci a besoin ; réessaie dans un instant.',
  ourFault: 'Un problème est survenu de notre côté ; le numéro de la requête nous aide à le trouver.',
  repeatedParameter: 'Le lien contient client_id ou redirect_uri plus d’une fois.',
  unknownApplication: 'L’application d’où tu viens est inconnue ou désactivée.',
  unregisteredReturn:
    'L’application n’a pas enregistré l’adresse (redirect_uri) vers laquelle ce lien te renverrait.',
  repeatedInSignOut: 'Le lien contient un paramètre plus d’une fois.',
  otherApplication:
    'Le lien nomme une application (client_id) à laquelle son id_token_hint n’est pas destiné.',
  unregisteredAfterSignOut:
    'L’application n’a pas enregistré l’adresse (post_logout_redirect_uri) vers laquelle ce lien te renverrait.',
}

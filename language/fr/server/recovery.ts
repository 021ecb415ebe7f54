import { plural } from '../../plural.ts'
import type * as English from '../../en/server/recovery.ts'
import { sentence } from '../../sentence.ts'

export const resetPassword: typeof English.resetPassword = {
  forgotten: 'Réinitialiser ton mot de passe',
  enterEmail:
    'Entre l’adresse e-mail de ton compte. Nous t’enverrons un lien pour choisir un nouveau mot de passe.',
  sendLink: 'Envoyer le lien',
  sent: 'Si un compte existe avec cette adresse e-mail, un lien pour choisir un nouveau mot de passe est en route.',
  title: 'Choisis un nouveau mot de passe',
  signsOut: 'Cela ferme ta session dans tous les navigateurs.',
  button: 'Changer le mot de passe',
  changed: 'Ton mot de passe a été modifié. Connecte-toi avec le nouveau.',
}

export const mailedLinks: typeof English.mailedLinks = {
  checkInbox: 'Regarde ta boîte de réception',
  notThere: 'Toujours rien après quelques minutes ? Regarde dans les indésirables.',
  expired: 'Ce lien ne fonctionne plus',
  workOnce: 'Les liens que nous envoyons par e-mail fonctionnent une seule fois et pour une durée limitée.',
}

export const confirmEmail: typeof English.confirmEmail = {
  title: 'Confirme ton adresse e-mail',
  isItYours: (email) => sentence`${email} est-elle ton adresse e-mail, et as-tu demandé cet e-mail ?`,
  yes: 'Oui, la confirmer',
  confirmed: 'Ton adresse e-mail est confirmée',
  isNow: (email) => sentence`${email} est maintenant l’adresse e-mail de ton compte.`,
  openAccount: 'Ouvrir ton compte',
  youCanSignIn: 'Ton adresse e-mail est confirmée. Tu peux te connecter.',
  enterEmail: 'Entre l’adresse e-mail de ton compte. Nous enverrons à nouveau l’e-mail de confirmation.',
  resend: 'Renvoyer l’e-mail',
  sent: 'Si un compte pas encore confirmé existe avec cette adresse e-mail, un lien est en route.',
}

export const keepEmail: typeof English.keepEmail = {
  takeBack: 'Reprends ton compte',
  isAnother: (email) => sentence`Le compte qui avait l’adresse ${email} en a maintenant une autre.`,
  willTakeBack:
    'Ceci lui rend ton adresse, déconnecte tout le monde, annule tous les liens envoyés et te laisse choisir un nouveau mot de passe.',
  takeItBack: 'Le reprendre',
  keep: 'Garde ton adresse e-mail',
  someoneAsked: 'Quelqu’un a demandé à changer l’adresse e-mail de ton compte.',
  willCancel: (email) => sentence`Ceci annule le changement : l’adresse reste ${email}.`,
  cancelChange: 'Annuler le changement',
  isYours: 'Le compte est de nouveau à toi',
  isBack: (email) => sentence`Son adresse est de nouveau ${email}. Tout le monde a été déconnecté.`,
  oldPasswordEnded: 'L’ancien mot de passe ne fonctionne plus. Choisis-en un nouveau maintenant.',
  isCancelled: 'Le changement est annulé',
  stays: (email) => sentence`L’adresse de ton compte reste ${email}.`,
  somebodyKnows:
    'Si tu n’as pas demandé ce changement, quelqu’un connaît ton mot de passe. Choisis-en un nouveau maintenant.',
}

export const undoFactor: typeof English.undoFactor = {
  wasAdded: (name) =>
    sentence`Quelqu’un a ajouté ${name} aux seconds facteurs de ton compte. Ce n’était pas toi ?`,
  willRemove:
    'Ceci le supprime, déconnecte tout le monde, suspend les autres seconds facteurs récents et te laisse choisir un nouveau mot de passe.',
  remove: 'Le supprimer',
  removed: 'C’est supprimé',
  noLonger: (name) =>
    sentence`${name} ne permet plus de se connecter à ton compte. Tout le monde a été déconnecté.`,
  otherEmail:
    'Le compte a maintenant une autre adresse e-mail. Pour la récupérer, ouvre le lien dans l’e-mail qui t’a annoncé ce changement.',
}

export const undoSharing: typeof English.undoSharing = {
  undo: 'Annuler',
  wasChanged: 'Quelqu’un a changé ce que d’autres voient de tes vols. Ce n’était pas toi ?',
  willUndo: 'Tout redevient comme avant ; les vols partagés ensemble deviennent privés.',
  undone: 'C’est annulé',
  choosePassword:
    'Si quelqu’un d’autre l’a changé, il connaît ton mot de passe. Choisis-en un nouveau maintenant.',
}

export const undoClubOwners: typeof English.undoSharing = {
  undo: 'Annuler',
  wasChanged: 'Ce n’était pas convenu ?',
  willUndo: 'Chaque personne concernée retrouve le rôle qu’elle avait avant.',
  undone: 'C’est annulé',
  choosePassword:
    'Si quelqu’un l’a fait en ton nom, il connaît ton mot de passe. Choisis-en un nouveau maintenant.',
}

export const review: typeof English.review = {
  title: 'Ce qui peut agir pour ton compte',
  afterRecovery:
    'Ton compte a été récupéré. Quelqu’un d’autre a pu laisser quelque chose. Ce qui date de la semaine avant la récupération ou d’après prend fin, sauf si tu le gardes.',
  atAnyTime: 'Tout ceci peut agir pour ton compte sans connexion. Mets fin à ce que tu ne connais pas.',
  othersSignedOut: 'Tous les autres navigateurs sont déconnectés.',
  signsOutOthers: 'Mettre fin à un accès te déconnecte aussi de tous les autres navigateurs.',
  apply: 'Appliquer ces choix',
  keep: 'Garder',
  end: 'Mettre fin',
  decideRest: 'Tes choix sont enregistrés. Décide aussi pour ce qui reste.',
  saved: 'Tes choix sont enregistrés',
  ended: 'Terminé',
  kept: 'Gardé',
  again: 'Tu peux vérifier les accès à tout moment depuis ton compte.',
  nothing: 'Rien d’autre ne peut agir pour ton compte',
  nothingLong:
    'Il n’y a ni clés, ni instruments, ni applications connectées, ni applications à toi, ni webhooks, ni seconds facteurs, et aucun vol n’est partagé.',
  age: (made, days, day) =>
    days < 1
      ? `${made} il y a moins d’un jour`
      : `${made} il y a ${days === 1 ? 'un jour' : `${days} jours`} (${day})`,
  confirmedBy: (proof) => `confirmé par ${proof}`,
  suspended: 'suspendu par la récupération',
  neverUsed: 'jamais utilisé',
  lastUsed: (day) => `dernière utilisation le ${day}`,
  left: (codes) => `il en reste ${codes}`,
  shared: (flights, names, others) =>
    `${flights} ${plural(flights, 'vol', 'vols')} : ${names}${others > 0 ? ` et ${others} de plus` : ''}`,
  newFlights: {
    unlisted: 'les nouveaux vols sont visibles par tous ceux qui ont le lien',
    public: 'les nouveaux vols sont visibles par tous',
  },
  kinds: {
    passkey: {
      title: 'Clés d’accès',
      made: 'ajoutée',
      ending: 'Y mettre fin les supprime. Elles permettent de se connecter sans mot de passe.',
    },
    authenticator: {
      title: 'Application d’authentification',
      made: 'configurée',
      ending: 'Y mettre fin la supprime. Tu pourras configurer la tienne à nouveau.',
    },
    recoveryCodes: {
      title: 'Codes de récupération',
      made: 'créés',
      ending: 'Y mettre fin les supprime. Ils disparaissent aussi avec le dernier second facteur.',
    },
    key: { title: 'Clés API', made: 'créée', ending: 'Y mettre fin les révoque.' },
    device: {
      title: 'Instruments qui envoient des vols',
      made: 'ajouté',
      ending: 'Y mettre fin les retire.',
    },
    pairing: {
      title: 'Instruments pas encore connectés',
      made: 'autorisé',
      ending: 'Y mettre fin les empêche de se connecter.',
    },
    consent: {
      title: 'Applications connectées',
      made: 'autorisée la dernière fois',
      ending: 'Y mettre fin les déconnecte : elles perdent l’accès aussitôt.',
    },
    application: {
      title: 'Tes propres applications',
      made: 'enregistrée ou modifiée',
      ending:
        'Y mettre fin les désactive et supprime leurs secrets. Avant d’en réactiver une, vérifie ses adresses de retour, puis renouvelle son secret.',
    },
    webhook: {
      title: 'Webhooks',
      made: 'enregistré ou modifié',
      ending: 'Y mettre fin les désactive : plus rien ne leur est envoyé.',
    },
    destination: {
      title: 'Destinations de vols',
      made: 'ajoutée ou modifiée',
      ending: 'Y mettre fin les supprime : plus aucun vol n’y est envoyé, et ceux qui y sont restent.',
    },
    sharing: {
      title: 'Ce que les autres voient',
      made: 'partagé ou modifié',
      ending: 'Y mettre fin rend privés tous tes vols, les nouveaux aussi, et met fin à leurs liens.',
    },
    change: {
      title: 'Changements que d’autres voient',
      made: 'fait',
      ending: 'Y mettre fin les annule : tout redevient comme avant.',
    },
  },
  proofs: {
    password: 'mot de passe',
    passkey: 'clé d’accès',
    'authenticator app': 'application d’authentification',
    'recovery code': 'code de récupération',
    code: 'code',
  },
  and: 'et',
}

import type { emails as English } from '../../en/server/emails.ts'

export const emails: typeof English = {
  verification: {
    subject: 'Confirme ton adresse e-mail pour Cloudstreet',
    text: (link) =>
      `Confirme que cette adresse e-mail est bien la tienne :\n\n${link}\n\n` +
      'Le lien fonctionne une seule fois, pendant un jour. Si tu ne l’as pas demandé, ignore cet e-mail : rien ne changera.',
  },
  accountExists: {
    subject: 'Tu as déjà un compte Cloudstreet',
    text: (signIn, password) =>
      'Quelqu’un, peut-être toi, a voulu créer un compte avec cette adresse e-mail. ' +
      'Tu en as déjà un, et il n’a pas été modifié.\n\n' +
      `Se connecter : ${signIn}\nMot de passe oublié ? ${password}\n\n` +
      'Si ce n’était pas toi, tu n’as rien à faire.',
  },
  finishSignUp: {
    subject: 'Termine la création de ton compte Cloudstreet',
    text: (link) =>
      'Il existe déjà un compte avec cette adresse e-mail, mais l’adresse n’est pas encore confirmée. ' +
      `Pour utiliser le compte, choisis un mot de passe ici ; cela confirme aussi l’adresse :\n\n${link}\n\n` +
      'Le lien fonctionne une seule fois, pendant une heure. Si ce n’était pas toi, ignore cet e-mail.',
  },
  passwordReset: {
    subject: 'Choisis un nouveau mot de passe pour Cloudstreet',
    text: (link) =>
      `Choisis un nouveau mot de passe ici :\n\n${link}\n\n` +
      'Le lien fonctionne une seule fois, pendant une heure. Si tu ne l’as pas demandé, ignore cet e-mail : ton mot de passe reste le même.',
  },
  emailInUse: {
    subject: 'Quelqu’un a voulu utiliser ton adresse e-mail sur Cloudstreet',
    text:
      'Le titulaire d’un autre compte Cloudstreet a demandé à remplacer son adresse e-mail par celle-ci. ' +
      'L’adresse appartient à ton compte : rien n’a été modifié.',
  },
  emailChangeRequested: {
    subject: 'Ton adresse e-mail Cloudstreet va changer',
    text: (newEmail, link, password) =>
      `Quelqu’un qui est connecté à ton compte a demandé à remplacer son adresse e-mail par ${newEmail}. ` +
      'Si c’était toi, tu n’as rien à faire ici.\n\n' +
      `Sinon, garde ton adresse :\n\n${link}\n\n` +
      'Le lien annule le changement. Il fonctionne encore sept jours après le changement : il rend alors cette adresse à ' +
      `ton compte et déconnecte tout le monde. Quelqu’un d’autre connaît ton mot de passe, choisis-en un nouveau : ${password}`,
  },
  emailChanged: {
    subject: 'L’adresse e-mail de ton compte Cloudstreet a changé',
    text: (newEmail, link) =>
      `L’adresse e-mail de ton compte est maintenant ${newEmail}. ` +
      'Si c’était toi, tu n’as rien à faire ici.\n\n' +
      `Sinon, reprends ton compte :\n\n${link}\n\n` +
      'Le lien fonctionne pendant sept jours. Il rend cette adresse au compte, déconnecte tout le monde et te laisse ' +
      'choisir un nouveau mot de passe.',
  },
  emailRestored: {
    subject: 'Un changement d’adresse e-mail a été annulé sur Cloudstreet',
    text: (email, password) =>
      `Le compte a retrouvé son adresse e-mail ${email}. Tout le monde a été déconnecté, les liens envoyés auparavant ne ` +
      `fonctionnent plus, et tu dois choisir un nouveau mot de passe : ${password}`,
  },
  emailReserved: {
    subject: 'Ton adresse e-mail ne peut pas encore être utilisée sur Cloudstreet',
    text:
      'Quelqu’un, peut-être toi, a voulu utiliser cette adresse e-mail pour un compte Cloudstreet. Il y a quelques jours ' +
      'encore, c’était l’adresse d’un autre compte, qui peut toujours la récupérer. Réessaie dans une semaine.',
  },
  passwordChanged: {
    subject: 'Ton mot de passe Cloudstreet a été modifié',
    text: (password) =>
      'Le mot de passe de ton compte a été modifié, et toutes les autres sessions ont été fermées. ' +
      `Si ce n’était pas toi, choisis tout de suite un nouveau mot de passe : ${password}`,
  },
  newDevice: {
    subject: 'Ton compte Cloudstreet a été utilisé sur un nouvel appareil',
    unknownBrowser: 'un navigateur inconnu',
    text: (browser, address, time, password, activity) =>
      'Quelqu’un s’est connecté à ton compte avec un navigateur qui n’avait jamais servi pour cela : ' +
      `${browser}, adresse IP ${address}, ${time}. ` +
      'Si c’était toi, tu n’as rien à faire.\n\n' +
      `Sinon, choisis tout de suite un nouveau mot de passe : ${password}\n` +
      `Regarde ensuite l’activité de sécurité : ${activity}`,
  },
  secondFactor: {
    subject: 'Les seconds facteurs de ton compte Cloudstreet ont changé',
    text: (what, password, factors) =>
      `${what}\n\n` +
      `Si ce n’était pas toi, choisis tout de suite un nouveau mot de passe : ${password}\n` +
      `Vérifie ensuite quels facteurs sont configurés : ${factors}`,
    withUndo: (what, link) =>
      `${what}\n\n` +
      `Si ce n’était pas toi, supprime ce facteur et reprends ton compte :\n\n${link}\n\n` +
      'Le lien fonctionne pendant sept jours. Il déconnecte tout le monde, suspend les seconds facteurs tout aussi récents ' +
      'et te laisse choisir un nouveau mot de passe.',
    appAdded:
      'Une application d’authentification a été ajoutée : la connexion à ton compte demande maintenant aussi son code.',
    passkeyAdded: (name) =>
      `Une clé d’accès a été ajoutée : ${name}. Elle permet de se connecter à ton compte, à côté du mot de passe.`,
    appRemoved: 'Un second facteur a été supprimé : l’application d’authentification.',
    passkeyRemoved: (name) => `Un second facteur a été supprimé : la clé d’accès ${name}.`,
    codesRenewed: 'De nouveaux codes de récupération ont été créés. Les anciens ne fonctionnent plus.',
    passwordAlone: 'Le mot de passe seul suffit maintenant pour se connecter à ton compte.',
    removedByOperator:
      'L’exploitant du service a supprimé tes seconds facteurs : le mot de passe seul suffit pour se connecter.',
  },
  accessReviewed: {
    subject: 'Tu as vérifié les accès à ton compte Cloudstreet',
    text: (ended, password) =>
      `Ne peuvent plus agir pour ton compte :\n\n${ended}\n\n` +
      `Si ce n’était pas toi, choisis tout de suite un nouveau mot de passe : ${password}`,
  },
  recoveryCodeUsed: {
    subject: 'Un code de récupération de ton compte Cloudstreet a été utilisé',
    text: (left, factors, password) =>
      'L’un de tes codes de récupération a été utilisé à la place du second facteur. ' +
      `${left === 0 ? 'Il n’en reste aucun' : left === 1 ? 'Il en reste un' : `Il en reste ${left}`} ; tu peux en créer de nouveaux : ${factors}\n\n` +
      `Si ce n’était pas toi, choisis tout de suite un nouveau mot de passe : ${password}`,
  },
  keyCreated: {
    subject: 'Ton compte Cloudstreet a une nouvelle clé API',
    text: (name, keys, password) =>
      `Une clé nommée « ${name} » a été créée. Toute personne qui l’a peut agir pour ton compte dans la limite de ses droits. ` +
      'Si c’était toi, tu n’as rien à faire.\n\n' +
      `Sinon, révoque la clé : ${keys}\nChoisis ensuite un nouveau mot de passe : ${password}`,
  },
  sharingWidened: {
    subject: 'D’autres voient davantage de toi',
    changes: {
      zoneRemoved: (name) =>
        `La zone privée « ${name} » a été supprimée : d’autres peuvent voir où des vols y commencent et y finissent.`,
      zoneNarrowed: (name) =>
        `La zone privée « ${name} » cache moins qu’avant : d’autres voient davantage des vols à proximité.`,
      flightsShared: (name) => `La visibilité de ${name} vols a été modifiée : d’autres peuvent les voir.`,
      newFlightsShared: (_name) => `Les nouveaux vols sont désormais partagés.`,
      addressChosen: (name) => `Ton profil public a désormais l’adresse « ${name} ».`,
      profilePublished: (_name) => `Ton profil est désormais public.`,
      seasonEntered: (name) =>
        `Tu participes à la saison « ${name} » : ses classements montrent ton nom comme tu l’as choisi, et les vols que tu y laisses.`,
      clubJoined: (name) =>
        `Tu es désormais membre du club « ${name} » : ses membres voient ton nom comme tu l’as choisi.`,
      clubInvited: (name) =>
        `Le club « ${name} » a de nouvelles invitations de ta part : quiconque en a une peut devenir membre.`,
      clubNameShown: (name) => `Le club « ${name} » montre désormais davantage de ton nom.`,
      seasonNameShown: (name) =>
        `Les classements de la saison « ${name} » montrent désormais davantage de ton nom.`,
    },
    text: (change, undo, password) =>
      `${change} Si c’était toi, tu n’as rien à faire.\n\nSinon, annule-le dans les sept jours : ${undo}\nChoisis ensuite un nouveau mot de passe : ${password}`,
  },
  entriesDecided: {
    subject: 'Tes vols dans un classement',
    text: (season: string, lines: string, link: string) =>
      `À propos de tes vols dans « ${season} » :\n\n${lines}\n\nTu peux le lire et y répondre ici : ${link}`,
    states: {
      review: (why: string) => `mis de côté jusqu’à ce qu’un contrôleur l’ait regardé. ${why}`,
      accepted: (why: string) => `classé. Les contrôleurs écrivent : ${why}`,
      rejected: (why: string) =>
        `non classé. Les contrôleurs écrivent : ${why} Une décision peut être modifiée.`,
    },
    findings: {
      airspace: 'La trace traverse un espace aérien pour lequel une autorisation peut être nécessaire.',
      'invalid-signature':
        'La signature du fichier ne correspond pas ; cela peut arriver entre l’instrument et nous.',
      'unchecked-signature': 'La signature du fichier n’a pas pu être vérifiée.',
      'start-in-air': 'L’enregistrement commence au-dessus du sol ; les instruments démarrent parfois tard.',
      'same-track':
        'Un autre pilote de la saison a la même trace ; des fichiers sont parfois transmis par erreur.',
    },
  },
  clubOwners: {
    subject: 'Les propriétaires de ton club ont changé',
    changes: {
      clubHandedOver: (who) => `Transmis à : ${who}.`,
      clubOwnerAdded: (who) => `Nouveau propriétaire : ${who}.`,
      clubOwnerRemoved: (who) => `N’est plus propriétaire : ${who}.`,
    },
    text: (change, undo, password) =>
      undo === ''
        ? change
        : `${change} Si c’était convenu, tu n’as rien à faire.\n\nSinon, annule-le dans les sept jours : ${undo}\nSi quelqu’un l’a fait en ton nom, choisis un nouveau mot de passe : ${password}`,
  },
  seasonChanged: {
    subject: 'Une saison à laquelle tu participes a changé',
    texts: {
      seasonDeleted: (season) =>
        `La saison « ${season} », à laquelle tu participais, a été supprimée avec ses classements.`,
      seasonReopened: (season) =>
        `La saison « ${season} », à laquelle tu participes, est rouverte : ses places peuvent changer jusqu’à sa clôture.`,
      rankingDeleted: (season, ranking) =>
        `Le classement « ${ranking} » de la saison « ${season} », à laquelle tu participes, a été supprimé.`,
    },
  },
  clubInvitation: {
    subject: 'Tu es invité·e dans un club',
    text: (club, inviter, link, day) =>
      `${inviter} t’invite à rejoindre le club « ${club} » sur Cloudstreet. Rien ne se passe sans ton accord : ${link}\n\n` +
      `L’invitation est valable une fois, jusqu’au ${day}. Si tu ne connais ni ce club ni cette adresse, ignore cet e-mail.`,
  },
  deviceAdded: {
    subject: 'Un appareil a été ajouté à ton compte Cloudstreet',
    text: (name, devices, password) =>
      `Un appareil nommé « ${name} » peut maintenant envoyer des vols vers ton compte, et rien d’autre. ` +
      'Si c’était toi, tu n’as rien à faire.\n\n' +
      `Sinon, retire l’appareil : ${devices}\nChoisis ensuite un nouveau mot de passe : ${password}`,
  },
  newOrigin: {
    subject: 'Une application connectée utilise une nouvelle adresse sur Cloudstreet',
    text: (name, origin, earlier, connections, password) =>
      `Tu as autorisé « ${name} » à te renvoyer vers ${origin}. Jusqu’ici, elle te renvoyait vers ${earlier}. ` +
      'Si c’était toi et que tu as confiance en la nouvelle adresse, tu n’as rien à faire.\n\n' +
      `Sinon, déconnecte l’application : ${connections}\nChoisis ensuite un nouveau mot de passe : ${password}`,
  },
  destinationRefused: {
    subject: 'Le transfert de tes vols a besoin de toi',
    text: (label: string, words: string, destinations: string) =>
      `Cloudstreet ne peut pas continuer sans toi avec « ${label} ».${words === '' ? '' : ` Sa réponse : ${words}`}\n\n` +
      `Rien n’est perdu. Vérifie l’adresse et l’identification, et tout reprendra où cela s’est arrêté : ${destinations}`,
  },
  webhookDisabled: {
    subject: 'L’un de tes webhooks a été désactivé',
    text: (url, reason, webhooks) =>
      `Cloudstreet n’envoie plus d’événements à ${url}. La raison : ${reason}.\n\n` +
      `Dès que le destinataire fonctionne à nouveau, réactive le webhook et rejoue les événements manqués. Ils sont conservés 30 jours :\n${webhooks}`,
  },
}

import type * as English from '../../en/server/sign-in.ts'
import { sentence } from '../../sentence.ts'

export const fields: typeof English.fields = {
  optional: 'facultatif',
  name: 'Nom',
  email: 'E-mail',
  password: 'Mot de passe',
  newPassword: 'Nouveau mot de passe',
  currentPassword: 'Mot de passe actuel',
  yourPassword: 'Ton mot de passe',
  passwordHint: (least) => `Au moins ${least} caractères. Quelques mots à la suite se retiennent facilement.`,
  code: 'Code',
}

export const signIn: typeof English.signIn = {
  title: 'Se connecter',
  toContinue: (application) =>
    sentence`pour continuer vers ${application}. Tu décideras ensuite de ce qu’elle peut voir et faire.`,
  forgotPassword: 'Mot de passe oublié ?',
  resend: 'Renvoyer l’e-mail de confirmation',
  back: 'Retour à la connexion',
  done: 'Connexion réussie',
  youAreSignedIn: 'Te voilà dans ton compte',
  continue: 'Continuer',
  wrong: 'E-mail ou mot de passe incorrect.',
  wrongOrUnconfirmed:
    'E-mail ou mot de passe incorrect. Si ton compte est nouveau, confirme d’abord son adresse e-mail.',
  tooMany: (minutes) =>
    `Trop de tentatives. Réessaie dans ${minutes === 1 ? 'une minute' : `${minutes} minutes`}.`,
}

export const passkey: typeof English.passkey = {
  button: 'Se connecter avec une clé d’accès',
  needsScript: 'Ta clé d’accès a besoin de JavaScript ; un code de récupération, non.',
  noneUsed: 'Aucune clé d’accès n’a été utilisée. Réessaie, ou connecte-toi autrement.',
  cannotBeUsed: 'Les clés d’accès ne peuvent pas être utilisées à cette adresse.',
  tooMany: 'Trop de tentatives. Réessaie plus tard.',
  expired: 'Cette connexion a expiré. Connecte-toi à nouveau.',
  notAccepted: 'Cette clé d’accès n’a pas été acceptée.',
}

export const signUp: typeof English.signUp = {
  title: 'Créer un compte',
  lead: 'Garde tes vols, fais-les scorer et décide quelles applications les voient.',
  keeps: (flight) => `${flight} ira dans ton carnet.`,
  button: 'Créer le compte',
  signInInstead: 'Tu as déjà un compte ? Connecte-toi',
  closed: 'Les inscriptions sont fermées',
  askForOne:
    'Tu ne peux pas créer de compte ici toi-même. Demandes-en un aux personnes qui gèrent ce service.',
  almostThere: 'Tu y es presque',
  sent: (email) =>
    sentence`Nous avons envoyé un e-mail à ${email}. Ouvre le lien qu’il contient, puis connecte-toi.`,
  notThere: (sendAgain) =>
    sentence`Toujours rien après quelques minutes ? Regarde dans les indésirables, ou ${sendAgain}.`,
  sendAgain: 'fais-le renvoyer',
  nowSignIn: (email) =>
    sentence`Connecte-toi maintenant avec ${email}. Si cette adresse avait déjà un compte, son mot de passe n’a pas changé.`,
}

export const secondStep: typeof English.secondStep = {
  title: 'Second facteur',
  passwordRight: 'Ton mot de passe est bon. Utilise maintenant ta clé d’accès.',
  codeHint: 'Les six chiffres qu’affiche ton application d’authentification.',
  recoveryCode: 'Code de récupération',
  recoveryCodeHint:
    'L’un des codes affichés quand tu as configuré le second facteur. Chacun sert une seule fois.',
  useApp: 'Utiliser ton application d’authentification',
  usePasskey: 'Utiliser ta clé d’accès',
  useRecoveryCode: 'Utiliser un code de récupération',
  somebodyElse: 'Se connecter avec un autre compte',
  wrongCode: 'Ce code est incorrect, ou il a déjà servi.',
  expired: 'Cette connexion a expiré, ou trop de codes étaient incorrects. Connecte-toi à nouveau.',
}

export const problems: typeof English.problems = {
  email: 'Cette adresse e-mail n’est pas valide.',
  nameTooLong: (most) => `Le nom a plus de ${most} caractères.`,
  nameUnreadable: 'Le nom contient des caractères qui ne peuvent pas être affichés.',
  nameInvisible:
    'Le nom contient des caractères qui ne peuvent pas être affichés : de contrôle, de direction ou invisibles.',
  nameOfService: 'Le nom ressemble à Cloudstreet, le nom de ce service ; choisis-en un autre.',
  passwordTooShort: (least) => `Choisis un mot de passe d’au moins ${least} caractères.`,
  passwordTooLong: (most) => `Choisis un mot de passe d’au plus ${most} caractères.`,
  passwordCommon: 'C’est l’un des mots de passe les plus courants. Choisis-en un autre.',
  passwordIsEmail: 'N’utilise pas ton adresse e-mail comme mot de passe.',
}

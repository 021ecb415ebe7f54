import type { visitor as English } from '../en/visitor.ts'

export const visitor: typeof English = {
  notFoundWhy: 'Son pilote l’a peut-être rendu privé, ou a remplacé le lien.',
  notLoaded: 'Le vol n’a pas pu être chargé',
  notLoadedWhy: 'Vérifie ta connexion et réessaie dans un instant.',
  goToStart: 'Aller à l’accueil',
  isCut:
    'Une partie de la trace est cachée. Tous les chiffres, score compris, valent pour la partie affichée.',
  aFlight: 'Un vol',
  aPilot: 'Un pilote',
  figures: (distance, points) => `${distance} · ${points} pts`,
  thermals: 'Thermiques',
  bestClimb: 'Meilleur vario',
  meanClimb: 'Vario moyen',
  longestGlide: 'Plus longue transition',
  analysis: 'Analyse',
  scoring: (name) => `Calcul du score de ${name} …`,
  scoreAFlight: 'Noter un vol',
  download: 'Télécharger la trace',
  scoreIntro: 'Dans ton navigateur, sans compte. Le fichier reste sur ton appareil.',
  dropOne: 'Dépose un fichier IGC ici',
  dropAnother: 'Dépose un autre fichier IGC ici',
  cannotScore: (name) => `${name} ne peut pas être noté`,
  scoredHere: (name) =>
    `Noté dans ton navigateur : ${name} ne l’a pas quitté. Les heures sont celles de ton fuseau.`,
  flightsOf: (name, count) => `${count} vols dans ${name}`,
  sample: 'Un vol d’exemple',
  sampleWhat:
    'Simulé, et noté dans ton navigateur comme le serait le tien. Les heures sont celles de ton fuseau.',
  keepQuestion: 'Le garder ?',
  keepWhat:
    'Avec un compte, il va dans ton carnet de vol. D’ici là il reste dans cet onglet et n’est envoyé nulle part.',
  noRoom: 'Cet onglet n’a pas la place de garder le fichier. Crée un compte et envoie-le là-bas.',
  keepIt: 'Le garder',
  haveAccount: 'J’ai déjà un compte',
  unpackAndDrop: 'Décompresse-le toi-même et dépose le fichier IGC.',
  isArchive: 'C’est une archive ZIP.',
  archiveHint: 'Dépose un seul fichier IGC ici. Avec un compte, tu peux envoyer des archives entières.',
  tooLarge: 'Ce fichier est plus gros que n’importe quel vol.',
  tooLargeHint: 'Dépose un fichier IGC ; les vols les plus longs font quelques mégaoctets.',
  notScoredHere: 'Le fichier n’a pas pu être noté dans ce navigateur.',
  reloadHint: 'Recharge la page et réessaie.',
}

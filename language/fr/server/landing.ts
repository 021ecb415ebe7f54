import type { Landing } from '../../en/server/landing.ts'

export const landing: Landing = {
  title: 'Tes vols, scorés avec exactitude',
  description:
    'Cloudstreet est un carnet de vol pour parapentistes : dépose un fichier IGC, vois le vol sur une carte avec son score exact et sa preuve, et partage-le avec les applications que tu choisis.',
  preview: 'Un vol dans Cloudstreet : la trace sur une carte avec son triangle scoré.',
  drop: 'Dépose un fichier IGC ici, ou choisis-en un',
  staysHere: 'Scoré dans ton navigateur, sans compte. Le fichier reste sur ton appareil.',
  needsScript: 'Ceci a besoin de JavaScript ; envoyer un vol vers ton carnet avec un programme, non.',
  opening: (name) => `Ouverture de ${name} …`,
  tooLarge: (name) =>
    `${name} est trop gros pour être ouvert ici, ou illisible. Choisis un seul fichier IGC.`,
  headline: 'Dépose un vol.',
  headlineEnd: 'Découvre ce qu’il valait.',
  lead: 'Cloudstreet lit ton fichier IGC, trouve le meilleur score que les règles permettent, prouve qu’il n’y en a pas de meilleur et garde le vol dans un carnet qui t’appartient.',
  start: 'Commencer ton carnet',
  signIn: 'Se connecter',
  picture:
    'Un vol dans Cloudstreet : la trace sur une carte avec son triangle scoré, les chiffres à côté, le barogramme en dessous.',
  forPilots: 'Pour les pilotes',
  anyRecorder: 'Les fichiers de tous les enregistreurs.',
  anyRecorderText: 'Si l’un est abîmé, tu sais à quelle ligne et pourquoi, avant même de l’envoyer.',
  exact: 'Un score exact.',
  exactText: 'Balises, branches et distance de fermeture, avec la preuve à côté.',
  yourData: 'Tes données, ta décision.',
  yourDataText:
    'Vois ce que chaque application connectée a lu, et quand ; déconnecte-la en un clic ; télécharge tout ce que tu as.',
  forDevelopers: 'Pour les développeurs',
  developersText:
    'Une API REST avec OAuth 2.0 (authorization code avec PKCE, device code, client credentials), des clés API personnelles et des webhooks signés. Une commande envoie un vol :',
  uploadByCurl: 'Envoyer un vol avec curl',
  documentation: 'Documentation de l’API',
  createKey: 'Créer une clé API',
  openapi: 'Description OpenAPI',
  worksWith: 'Fonctionne avec',
  uploaders: 'Ceux-ci envoient d’eux-mêmes :',
  recorders: 'De ceux-ci, et de tout ce qui écrit des fichiers IGC, dépose le fichier :',
  setUp: 'Configurer un instrument',
  runIt: 'Héberge-le toi-même',
  runItText:
    'Sous Linux avec Node 20 ou plus récent, une commande dans le dossier source démarre tout, avec sa propre base de données :',
  startService: 'Démarrer le service',
  asService: 'Comme service ou conteneur',
  about: 'À propos',
  source: 'Code source',
  licence: 'Licence MIT',
  version: (version) => `Version ${version}`,
  privacy: 'Confidentialité',
}

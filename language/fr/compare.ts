import type { compare as English } from '../en/compare.ts'

export const compare: typeof English = {
  title: 'Comparer des vols',
  relief: 'Les vols en 3D',
  withOthers: 'Comparer avec d’autres',
  add: 'Ajouter un vol',
  leaveOut: (name: string) => `Retirer ${name}`,
  chooseTwo: 'Choisis au moins deux vols',
  about: (count: number) => `Jusqu’à ${count} : cherche les tiens, ou colle le lien d’un vol partagé.`,
  choose: 'Choisir pour comparer',
  compareNow: (count: number) => `Comparer ${count} vols`,
  notFound: 'Un vol est introuvable : son lien a peut-être été remplacé.',
  alignBy: 'Comparer',
  alignments: {
    time: 'Depuis le décollage',
    clock: 'Heure',
    position: 'Même endroit',
  },
  above: 'Hauteur au-dessus du premier vol',
  behind: 'Minutes de retard sur le premier vol',
  bestClimb: 'Meilleur vario',
  inThermals: 'En thermique',
}

import type { compare as English } from '../en/compare.ts'

export const compare: typeof English = {
  title: 'Comparer des vols',
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
  differences: {
    time: 'Hauteur au-dessus du premier vol, au même temps depuis le décollage',
    clock: 'Hauteur au-dessus du premier vol, à la même heure',
    position: 'Minutes de retard sur le premier vol, au même endroit',
  },
  figures: 'Chiffres des vols',
  best: 'Le meilleur de ces vols',
  bestClimb: 'Meilleur vario',
  inThermals: 'En thermique',
}

import type { compare as English } from '../en/compare.ts'

export const compare: typeof English = {
  title: 'Comparer des vols',
  withOthers: 'Comparer avec d’autres',
  add: 'Ajouter un vol',
  leaveOut: (name: string) => `Retirer ${name}`,
  chooseTwo: 'Choisis au moins deux vols',
  about: 'Jusqu’à cinq : cherche les tiens, ou colle le lien d’un vol partagé.',
  notFound: 'Un vol est introuvable : son lien a peut-être été remplacé.',
  alignBy: 'Comparer',
  byTime: 'Même temps',
  byPosition: 'Même endroit',
  above: 'Hauteur au-dessus du premier vol, au même temps depuis le décollage',
  behind: 'Minutes de retard sur le premier vol, au même endroit',
}

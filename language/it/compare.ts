import type { compare as English } from '../en/compare.ts'

export const compare: typeof English = {
  title: 'Confronta voli',
  relief: 'I voli in 3D',
  withOthers: 'Confronta con altri',
  add: 'Aggiungi un volo',
  leaveOut: (name: string) => `Togli ${name}`,
  chooseTwo: 'Scegli almeno due voli',
  about: (count: number) => `Fino a ${count}: cerca i tuoi, o incolla il link di uno condiviso.`,
  choose: 'Scegli da confrontare',
  compareNow: (count: number) => `Confronta ${count} voli`,
  notFound: 'Un volo non è stato trovato: forse il suo link è stato sostituito.',
  alignBy: 'Confronta',
  alignments: {
    time: 'Dal decollo',
    clock: 'Ora',
    position: 'Stesso luogo',
  },
  above: 'Quota sopra il primo volo',
  behind: 'Minuti di ritardo sul primo volo',
  bestClimb: 'Salita migliore',
  inThermals: 'In termica',
}

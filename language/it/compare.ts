import type { compare as English } from '../en/compare.ts'

export const compare: typeof English = {
  title: 'Confronta voli',
  withOthers: 'Confronta con altri',
  add: 'Aggiungi un volo',
  leaveOut: (name: string) => `Togli ${name}`,
  chooseTwo: 'Scegli almeno due voli',
  about: 'Fino a cinque: cerca i tuoi, o incolla il link di uno condiviso.',
  notFound: 'Un volo non è stato trovato: forse il suo link è stato sostituito.',
  alignBy: 'Confronta',
  byTime: 'Stesso tempo',
  byPosition: 'Stesso luogo',
  above: 'Quota sopra il primo volo, allo stesso tempo dal decollo',
  behind: 'Minuti di ritardo sul primo volo, nello stesso luogo',
}

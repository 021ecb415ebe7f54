import type { compare as English } from '../en/compare.ts'

export const compare: typeof English = {
  title: 'Flüge vergleichen',
  relief: 'Die Flüge in 3D',
  withOthers: 'Mit anderen vergleichen',
  add: 'Flug hinzufügen',
  leaveOut: (name: string) => `${name} weglassen`,
  chooseTwo: 'Wähle zwei Flüge oder mehr',
  about: (count: number) => `Bis zu ${count}: Suche eigene, oder füge den Link eines geteilten ein.`,
  choose: 'Zum Vergleichen wählen',
  compareNow: (count: number) => `${count} Flüge vergleichen`,
  notFound: 'Ein Flug wurde nicht gefunden: Vielleicht wurde sein Link ersetzt.',
  alignBy: 'Vergleichen',
  alignments: {
    time: 'Seit dem Start',
    clock: 'Uhrzeit',
    position: 'Gleicher Ort',
  },
  above: 'Höhe über dem ersten Flug',
  behind: 'Minuten hinter dem ersten Flug',
  bestClimb: 'Bestes Steigen',
  inThermals: 'In Thermik',
}

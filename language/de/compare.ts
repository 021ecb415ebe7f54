import type { compare as English } from '../en/compare.ts'

export const compare: typeof English = {
  title: 'Flüge vergleichen',
  withOthers: 'Mit anderen vergleichen',
  add: 'Flug hinzufügen',
  leaveOut: (name: string) => `${name} weglassen`,
  chooseTwo: 'Wähle zwei Flüge oder mehr',
  about: 'Bis zu fünf: Suche eigene, oder füge den Link eines geteilten ein.',
  notFound: 'Ein Flug wurde nicht gefunden: Vielleicht wurde sein Link ersetzt.',
  alignBy: 'Vergleichen',
  byTime: 'Gleiche Zeit',
  byPosition: 'Gleicher Ort',
  above: 'Höhe über dem ersten Flug, zur gleichen Zeit seit dem Start',
  behind: 'Minuten hinter dem ersten Flug, am gleichen Ort',
}

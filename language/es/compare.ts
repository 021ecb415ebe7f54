import type { compare as English } from '../en/compare.ts'

export const compare: typeof English = {
  title: 'Comparar vuelos',
  relief: 'Los vuelos en 3D',
  withOthers: 'Comparar con otros',
  add: 'Añadir un vuelo',
  leaveOut: (name: string) => `Quitar ${name}`,
  chooseTwo: 'Elige dos vuelos o más',
  about: (count: number) => `Hasta ${count}: busca los tuyos, o pega el enlace de uno compartido.`,
  choose: 'Elegir para comparar',
  compareNow: (count: number) => `Comparar ${count} vuelos`,
  notFound: 'No se ha encontrado un vuelo: puede que se haya cambiado su enlace.',
  alignBy: 'Comparar',
  alignments: {
    time: 'Desde el despegue',
    clock: 'Hora',
    position: 'Mismo lugar',
  },
  above: 'Altura sobre el primer vuelo',
  behind: 'Minutos de retraso respecto al primer vuelo',
  bestClimb: 'Mejor ascenso',
  inThermals: 'En térmica',
}

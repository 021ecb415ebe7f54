import type { compare as English } from '../en/compare.ts'

export const compare: typeof English = {
  title: 'Comparar vuelos',
  withOthers: 'Comparar con otros',
  add: 'Añadir un vuelo',
  leaveOut: (name: string) => `Quitar ${name}`,
  chooseTwo: 'Elige dos vuelos o más',
  about: 'Hasta cinco: busca los tuyos, o pega el enlace de uno compartido.',
  notFound: 'No se ha encontrado un vuelo: puede que se haya cambiado su enlace.',
  alignBy: 'Comparar',
  byTime: 'Mismo tiempo',
  byPosition: 'Mismo lugar',
  above: 'Altura sobre el primer vuelo, al mismo tiempo desde el despegue',
  behind: 'Minutos de retraso respecto al primer vuelo, en el mismo lugar',
}

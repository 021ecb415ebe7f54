import type { forwardMail as en } from '../../en/server/forwards.ts'

export const forwardMail: typeof en = {
  consent: {
    subject: 'Un piloto quiere enviarte vuelos',
    text: (pilot, code, end) =>
      `${pilot || 'Un piloto'} quiere enviar los archivos IGC de sus vuelos a esta dirección, por correo desde Cloudstreet.\n\n` +
      `Si estás de acuerdo, pásale este código: ${code}\n\n` +
      'Si no, no tienes que hacer nada: sin el código no se envía ningún vuelo. ' +
      `Para no recibir más peticiones de este piloto: ${end}`,
  },
  flight: {
    subject: (pilot, day) => `Vuelo de ${pilot}, ${day}`,
    text: (pilot, day, file, end) =>
      `Adjunto va el archivo IGC de un vuelo de ${pilot} del ${day}: ${file}\n\n` +
      `Lo recibes porque esta dirección fue elegida y confirmada. Para no recibir más: ${end}`,
  },
  end: {
    title: 'No recibir más estos correos',
    question: (address) =>
      `Cloudstreet no enviará más correos de este piloto a ${address}. Se avisará al piloto.`,
    button: 'No recibir más',
    done: 'Estos correos se han terminado',
    doneWhat: (address) => `${address} ya no recibe correos de este piloto.`,
  },
}

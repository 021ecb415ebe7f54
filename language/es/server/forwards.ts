import type { forwardMail as en } from '../../en/server/forwards.ts'

export const forwardMail: typeof en = {
  consent: {
    subject: 'Un piloto quiere enviarte vuelos',
    text: (pilot, code) =>
      `${pilot || 'Un piloto'} quiere enviar los archivos IGC de sus vuelos a esta dirección, por correo desde Cloudstreet.\n\n` +
      `Si estás de acuerdo, pásale este código: ${code}\n\n` +
      'Si no, no tienes que hacer nada: sin el código no se envía ningún vuelo.',
  },
  flight: {
    subject: (pilot, day) => `Vuelo de ${pilot}, ${day}`,
    text: (pilot, day, file) =>
      `Adjunto va el archivo IGC de un vuelo de ${pilot} del ${day}: ${file}\n\n` +
      'Lo recibes porque esta dirección fue elegida y confirmada. Para no recibir más, responde a este correo.',
  },
}

import type { forwardMail as en } from '../../en/server/forwards.ts'

export const forwardMail: typeof en = {
  consent: {
    subject: 'Un pilota vuole inviarti dei voli',
    text: (pilot, code) =>
      `${pilot || 'Un pilota'} vuole inviare i file IGC dei voli a questo indirizzo, per e-mail da Cloudstreet.\n\n` +
      `Se sei d’accordo, comunica questo codice al pilota: ${code}\n\n` +
      'Altrimenti non devi fare nulla: senza il codice non viene inviato alcun volo.',
  },
  flight: {
    subject: (pilot, day) => `Volo di ${pilot}, ${day}`,
    text: (pilot, day, file) =>
      `In allegato c’è il file IGC di un volo di ${pilot} del ${day}: ${file}\n\n` +
      'Lo ricevi perché questo indirizzo è stato scelto e confermato. Per non riceverne altri, rispondi a questa e-mail.',
  },
}

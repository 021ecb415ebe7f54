import type { forwardMail as en } from '../../en/server/forwards.ts'

export const forwardMail: typeof en = {
  consent: {
    subject: 'Un pilota vuole inviarti dei voli',
    text: (pilot, code, end) =>
      `${pilot || 'Un pilota'} vuole inviare i file IGC dei voli a questo indirizzo, per e-mail da Cloudstreet.\n\n` +
      `Se sei d’accordo, comunica questo codice al pilota: ${code}\n\n` +
      'Altrimenti non devi fare nulla: senza il codice non viene inviato alcun volo. ' +
      `Per non ricevere altre richieste di questo pilota: ${end}`,
  },
  flight: {
    subject: (pilot, day) => `Volo di ${pilot}, ${day}`,
    text: (pilot, day, file, end) =>
      `In allegato c’è il file IGC di un volo di ${pilot} del ${day}: ${file}\n\n` +
      `Lo ricevi perché questo indirizzo è stato scelto e confermato. Per non riceverne altri: ${end}`,
  },
  end: {
    title: 'Interrompi queste e-mail',
    question: (address) =>
      `Cloudstreet non invierà più e-mail di questo pilota a ${address}. Il pilota ne sarà informato.`,
    button: 'Interrompi',
    done: 'Le e-mail sono state interrotte',
    doneWhat: (address) => `${address} non riceve più e-mail di questo pilota.`,
  },
}

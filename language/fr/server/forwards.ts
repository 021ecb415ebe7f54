import type { forwardMail as en } from '../../en/server/forwards.ts'

export const forwardMail: typeof en = {
  consent: {
    subject: 'Un pilote souhaite t’envoyer des vols',
    text: (pilot, code, end) =>
      `${pilot || 'Un pilote'} souhaite envoyer les fichiers IGC de ses vols à cette adresse, par e-mail depuis Cloudstreet.\n\n` +
      `Si tu es d’accord, transmets-lui ce code : ${code}\n\n` +
      'Sinon, tu n’as rien à faire : sans le code, aucun vol n’est envoyé. ' +
      `Pour ne plus recevoir de demandes de ce pilote : ${end}`,
  },
  flight: {
    subject: (pilot, day) => `Vol de ${pilot}, ${day}`,
    text: (pilot, day, file, end) =>
      `Le fichier IGC d’un vol de ${pilot} du ${day} est en pièce jointe : ${file}\n\n` +
      `Tu le reçois parce que cette adresse a été choisie et confirmée. Pour ne plus en recevoir : ${end}`,
  },
  end: {
    title: 'Ne plus recevoir ces e-mails',
    question: (address) =>
      `Cloudstreet n’enverra plus d’e-mails de ce pilote à ${address}. Le pilote en sera informé.`,
    button: 'Ne plus les recevoir',
    done: 'Ces e-mails sont arrêtés',
    doneWhat: (address) => `${address} ne reçoit plus d’e-mails de ce pilote.`,
  },
}

import type { forwardMail as en } from '../../en/server/forwards.ts'

export const forwardMail: typeof en = {
  consent: {
    subject: 'Jemand möchte dir Flüge schicken',
    text: (pilot, code, end) =>
      `${pilot || 'Jemand'} möchte die IGC-Dateien von Flügen an diese Adresse schicken, per E-Mail von Cloudstreet.\n\n` +
      `Wenn du einverstanden bist, gib diesen Code weiter: ${code}\n\n` +
      'Wenn nicht, musst du nichts tun: Ohne den Code wird kein Flug geschickt. ' +
      `Keine weiteren Anfragen dieses Piloten: ${end}`,
  },
  flight: {
    subject: (pilot, day) => `Flug von ${pilot}, ${day}`,
    text: (pilot, day, file, end) =>
      `Im Anhang ist die IGC-Datei eines Flugs von ${pilot} am ${day}: ${file}\n\n` +
      `Du bekommst sie, weil diese Adresse dafür gewählt und bestätigt wurde. Wenn du keine mehr möchtest: ${end}`,
  },
  end: {
    title: 'Diese E-Mails beenden',
    question: (address) =>
      `Cloudstreet schickt dann keine E-Mails dieses Piloten mehr an ${address}. Der Pilot erfährt davon.`,
    button: 'Beenden',
    done: 'Die E-Mails sind beendet',
    doneWhat: (address) => `${address} bekommt keine E-Mails dieses Piloten mehr.`,
  },
}
